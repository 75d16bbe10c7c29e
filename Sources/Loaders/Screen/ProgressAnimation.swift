import Raster
public import Scene
public import Support

/// The change of a progress value, and the thin bar that shows it.
///
/// By default the change takes 0.25 s with ease-out (docs/loaders.md, "Appearing and leaving").
public struct ProgressAnimation: Equatable {
  /// The value shown before and the new value, 0…1.
  public let from, to: Double
  /// When the value was set, on the screen's clock.
  public let since: Time
  /// The estimated time from `from` to `to`. The bar slows down near the end and never reaches `to`. Nil uses the
  /// default.
  public let duration: Time?

  /// An animation that starts at `since`. `duration` is set for an estimate.
  public init(from: Double, to: Double, since: Time, expecting duration: Time? = nil) {
    self.from = from
    self.to = to
    self.since = since
    self.duration = duration
  }

  /// Far longer than any estimate: the limit of `Moment.progress`.
  private static var longest: Time { Time(seconds: 86400) }

  /// The displayed value at a moment of the screen's clock, 0…1.
  public func value(at moment: Moment) -> Double {
    if let duration {
      // Constant speed in the first half of `duration`, then an asymptotic approach: it slows down but never stops.
      let elapsed =
        moment.progress(from: since, over: ProgressAnimation.longest) * ProgressAnimation.longest.seconds
        / duration.seconds
      let excess = (elapsed - 0.5) / 0.5
      return from + (to - from) * (excess <= 0 ? elapsed : 0.5 + 0.5 * excess / (1 + excess))
    }
    return from + (to - from)
      * (from == to ? 1 : Easing.easeOut(moment.progress(from: since, over: Time(seconds: 0.25))))
  }

  /// The displayed value as a text: "42%".
  func percent(at moment: Moment) -> Bytes { "\(value(at: moment).wholePercent)%" }

  /// The track and the bar, `height` points high.
  @LayerBuilder
  func body(_ moment: Moment, _ color: Color, over gutter: Color, height: Double) -> some Layer {
    let value = value(at: moment)
    Rectangle(cornerRadius: height / 2).fill(gutter)
    Rectangle().fill { bar in
      .line(
        [Gradient.Stop(0, color), Gradient.Stop(value, color), Gradient.Stop(value, .clear)], from: (bar.x, 0),
        to: (bar.x + bar.width, 0))
    }
    .clip(cornerRadius: height / 2)
  }
}
