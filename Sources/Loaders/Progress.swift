import Raster
public import Scene

/// How far something is, as a thin bar that eases from what it showed before (loaders.md, "bar": 0.25 s, easeOut).
public struct Progress: Equatable {
  /// 0…1.
  public let from, to: Double
  /// When it was set, on the screen's clock.
  public let since: Time

  public init(from: Double, to: Double, since: Time) { (self.from, self.to, self.since) = (from, to, since) }

  static var width: Double { 200 }
  static var height: Double { 4 }

  /// What it shows at a moment of the screen's clock.
  public func value(at moment: Moment) -> Double {
    from + (to - from) * (from == to ? 1 : Easing.easeOut(moment.progress(from: since, over: Time(seconds: 0.25))))
  }

  @LayerBuilder
  func body(_ moment: Moment, _ scheme: Scheme) -> some Layer {
    let value = value(at: moment)
    Rectangle(cornerRadius: 2).fill(Color(0x8E8E93).opacity(0.35))
    Rectangle().fill { bar in
      .line([(0, fill(scheme)), (value, fill(scheme)), (value, .clear)], from: (bar.x, 0), to: (bar.x + bar.width, 0))
    }
    .clip(cornerRadius: 2)
  }

  private func fill(_ scheme: Scheme) -> Color { scheme == .dark ? .white : .black }
}
