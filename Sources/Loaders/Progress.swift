import Raster
public import Scene

/// How far something is, as a thin bar that eases from what it showed before (loaders.md, "bar": 0.25 s, easeOut).
public struct Progress: Equatable {
  /// 0…1.
  public let from, to: Double
  /// When it was set, on the screen's clock.
  public let since: Time
  /// How long it takes from the one to the other, where that is only expected: it slows down before the end instead of
  /// reaching it. Nil eases.
  public let duration: Time?

  public init(from: Double, to: Double, since: Time, expecting duration: Time? = nil) {
    (self.from, self.to, self.since, self.duration) = (from, to, since, duration)
  }

  private static var longest: Time { Time(seconds: 86400) }
  static var width: Double { 200 }
  static var height: Double { 4 }

  /// What it shows at a moment of the screen's clock.
  public func value(at moment: Moment) -> Double {
    if let duration {
      // Steady for half of the way; from there it nears the end ever more slowly, and stands still never.
      let passed = moment.progress(from: since, over: Progress.longest) * Progress.longest.seconds / duration.seconds
      let late = (passed - 0.5) / 0.5
      return from + (to - from) * (late <= 0 ? passed : 0.5 + 0.5 * late / (1 + late))
    }
    return from + (to - from)
      * (from == to ? 1 : Easing.easeOut(moment.progress(from: since, over: Time(seconds: 0.25))))
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
