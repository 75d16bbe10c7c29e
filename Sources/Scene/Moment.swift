/// The instant that a frame shows, counted from when its loader was shown. Everything that moves asks it.
///
/// It remembers what it was asked: so a frame knows when the next one will differ, and a still picture costs nothing.
public final class Moment {
  /// When a frame drawn at a later instant may first look different.
  public enum Change: Equatable { case always, at(Time), never }

  public let time: Time
  /// How far what is waited for is, 0…1; nil where nobody knows.
  public let progress: Double?
  public private(set) var change = Change.never
  /// Reduced motion: what moves stands still, and only `glow` changes, slowly.
  public let isCalm: Bool
  private let parent: Moment?
  private let delay: Time

  public convenience init(_ time: Time, progress: Double? = nil) {
    self.init(time, progress: progress, isCalm: false, in: nil, .zero)
  }

  private init(_ time: Time, progress: Double?, isCalm: Bool, in parent: Moment?, _ delay: Time) {
    (self.time, self.progress, self.isCalm, self.parent, self.delay) = (time, progress, isCalm, parent, delay)
  }

  /// Runs 0→1 over `duration`, then rests at 0 for `delay`, for ever; calm it rests.
  public func loop(_ duration: Time, delay: Time = .zero) -> Double {
    if isCalm { return 0 }
    let place = remainder(of: duration + delay)
    if place < duration.nanoseconds {
      note(.always)
      return Double(place) / Double(max(1, duration.nanoseconds))
    }
    note(.at(time + duration + delay - Time(nanoseconds: place)))
    return 0
  }

  /// Runs 0→1 over `duration`, then 1→0 over `duration`, for ever; calm it stays in the middle.
  public func pingPong(_ duration: Time) -> Double { isCalm ? 0.5 : swing(duration) }

  private func swing(_ duration: Time) -> Double {
    note(.always)
    let phase = Double(remainder(of: duration + duration)) / Double(max(1, duration.nanoseconds))
    return phase <= 1 ? phase : 2 - phase
  }

  /// How many whole periods have passed; changes at once, at each. Calm it stays at the first.
  public func step(every period: Time) -> Int {
    if isCalm { return 0 }
    let count = time.nanoseconds / max(1, period.nanoseconds)
    note(.at(Time(nanoseconds: (count + 1) * max(1, period.nanoseconds))))
    return Int(count)
  }

  /// 0 until `start`, then 1 and one more after each period. Not for motion: calm it goes on.
  public func step(from start: Time, every period: Time) -> Int {
    if time < start {
      note(.at(start))
      return 0
    }
    let count = (time - start).nanoseconds / max(1, period.nanoseconds) + 1
    note(.at(start + Time(nanoseconds: count * max(1, period.nanoseconds))))
    return Int(count)
  }

  /// 0 until `start`, 1 from `start + duration`, linear between.
  public func progress(from start: Time, over duration: Time) -> Double {
    if time >= start + duration { return 1 }
    if time < start {
      note(.at(start))
      return 0
    }
    note(.always)
    return Double((time - start).nanoseconds) / Double(duration.nanoseconds)
  }

  /// Runs 0→1 over `duration`, then is nil for `pause`, for ever; calm it is nil.
  public func run(_ duration: Time, pause: Time) -> Double? {
    if isCalm { return nil }
    let phase = loop(duration, delay: pause)
    return remainder(of: duration + pause) < duration.nanoseconds ? phase : nil
  }

  /// An opacity that breathes, 0.4…1 once in 4 seconds.
  public func breath() -> Double { 1 - 0.6 * Easing.easeInOut(swing(Time(seconds: 2))) }

  /// 1, or calm a breath: the opacity of what otherwise moves.
  public var glow: Double { isCalm ? breath() : 1 }

  /// The same instant for something that started later; what it is asked counts here too.
  public func later(_ delay: Time) -> Moment { later(delay, progress: progress) }

  public func later(_ delay: Time, progress: Double?) -> Moment {
    Moment(time - delay, progress: progress, isCalm: isCalm, in: self, delay)
  }

  /// The same instant where motion is reduced.
  public var calmed: Moment { Moment(time, progress: progress, isCalm: true, in: self, .zero) }

  private func remainder(of period: Time) -> Int64 {
    let place = time.nanoseconds % max(1, period.nanoseconds)
    return place < 0 ? place + period.nanoseconds : place
  }

  private func note(_ new: Change) {
    if let parent {
      if case .at(let time) = new { parent.note(.at(time + delay)) } else { parent.note(new) }
    }
    switch (change, new) {
    case (.always, _), (_, .never): break
    case (.at(let old), .at(let time)): change = .at(min(old, time))
    default: change = new
    }
  }
}
