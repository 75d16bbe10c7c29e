public import Support

/// The instant that a frame shows, counted from the start of its loader. Every animation derives its state from a
/// moment.
///
/// Every function that is called on a moment records when its result changes next. The frame scheduler sleeps until the
/// earliest of these times, so that a still picture needs no frames.
public final class Moment {
  /// When a later frame may first look different: in every frame, at a time on this moment's clock, or never.
  public enum Change: Equatable { case always, at(Time), never }

  /// The time since the loader started.
  public let time: Time
  /// The progress of the operation that the loader shows, 0…1; nil if unknown.
  public let progress: Double?
  /// How much of the look with a progress is shown, 0…1: less than 1 while the progress becomes known or unknown.
  public let presence: Double
  /// When a later frame may first look different, by the functions that were called until now.
  public private(set) var change = Change.never
  /// True for reduced motion: loops, steps and runs do not move, only `motionOpacity` changes.
  public let reducesMotion: Bool
  /// The moment that `later` was called on; changes are recorded there too.
  private let parent: Moment?
  /// The difference between the parent's clock and this moment's.
  private let delay: Time

  /// A moment at `time` since the loader started; `progress` is 0…1, or nil if unknown.
  public convenience init(_ time: Time, progress: Double? = nil) {
    self.init(time, progress: progress, presence: 1, reducesMotion: false, in: nil, .zero)
  }

  private init(
    _ time: Time, progress: Double?, presence: Double, reducesMotion: Bool, in parent: Moment?, _ delay: Time
  ) {
    self.time = time
    self.progress = progress
    self.presence = presence
    self.reducesMotion = reducesMotion
    self.parent = parent
    self.delay = delay
  }

  /// Rises 0→1 over `duration`, then is 0 for `delay`, and repeats. With reduced motion: 0.
  public func loop(_ duration: Time, delay: Time = .zero) -> Double {
    if reducesMotion { return 0 }
    let elapsed = remainder(of: duration + delay)
    if elapsed < duration.nanoseconds {
      record(.always)
      return Double(elapsed) / Double(max(1, duration.nanoseconds))
    }
    record(.at(time + duration + delay - Time(nanoseconds: elapsed)))
    return 0
  }

  /// Rises 0→1 over `duration`, falls 1→0 over `duration`, and repeats. With reduced motion: 0.5.
  public func pingPong(_ duration: Time) -> Double { reducesMotion ? 0.5 : swing(duration) }

  /// `pingPong` without regard to reduced motion.
  private func swing(_ duration: Time) -> Double {
    record(.always)
    let phase = Double(remainder(of: duration + duration)) / Double(max(1, duration.nanoseconds))
    return phase <= 1 ? phase : 2 - phase
  }

  /// The number of whole periods that have passed. With reduced motion: 0.
  public func step(every period: Time) -> Int64 {
    if reducesMotion { return 0 }
    let count = time.nanoseconds / max(1, period.nanoseconds)
    record(.at(Time(nanoseconds: (count + 1) * max(1, period.nanoseconds))))
    return count
  }

  /// 0 until `start`, then 1, and 1 more after each period. Continues with reduced motion, because it is used for
  /// texts.
  public func step(from start: Time, every period: Time) -> Int {
    if time < start {
      record(.at(start))
      return 0
    }
    let count = (time - start).nanoseconds / max(1, period.nanoseconds) + 1
    record(.at(start + Time(nanoseconds: count * max(1, period.nanoseconds))))
    return Int(clamping: count)
  }

  /// 0 until `start`, 1 from `start + duration`, linear between. Continues with reduced motion.
  public func progress(from start: Time, over duration: Time) -> Double {
    if time >= start + duration { return 1 }
    if time < start {
      record(.at(start))
      return 0
    }
    record(.always)
    return Double((time - start).nanoseconds) / Double(duration.nanoseconds)
  }

  /// Rises 0→1 over `duration`, then is nil for `pause`, and repeats. With reduced motion: nil.
  public func run(_ duration: Time, pause: Time) -> Double? {
    if reducesMotion { return nil }
    let phase = loop(duration, delay: pause)
    return remainder(of: duration + pause) < duration.nanoseconds ? phase : nil
  }

  /// An opacity that pulses between 0.4 and 1, once in 4 seconds. Continues with reduced motion.
  public func pulse() -> Double { 1 - 0.6 * Easing.easeInOut(swing(Time(seconds: 2))) }

  /// The opacity of the parts that move: 1, or with reduced motion a pulse, which shows that the system is not stuck.
  public var motionOpacity: Double { reducesMotion ? pulse() : 1 }

  /// The moment on a clock that starts `delay` later. Changes of the result are recorded in this moment too.
  public func later(_ delay: Time) -> Moment { later(delay, progress: progress, presence: presence) }

  /// The moment on a clock that starts `delay` later, with another progress of 0…1, or nil if unknown, and its
  /// `presence`.
  public func later(_ delay: Time, progress: Double?, presence: Double = 1) -> Moment {
    Moment(time - delay, progress: progress, presence: presence, reducesMotion: reducesMotion, in: self, delay)
  }

  /// The same moment with reduced motion.
  public var withReducedMotion: Moment {
    Moment(time, progress: progress, presence: presence, reducesMotion: true, in: self, .zero)
  }

  /// The progress that a loader shows whose own one is `given`, 0…1, and how much of the look with a progress: 0 is the
  /// look without one.
  public func shownProgress(given: Double?) -> (value: Double, presence: Double) {
    guard let progress else { return (given ?? 0, given == nil ? 0 : 1) }
    return given.map { ($0 + (progress - $0) * presence, 1) } ?? (progress, presence)
  }

  /// The time since the current period began, in nanoseconds; also for negative times.
  private func remainder(of period: Time) -> Int64 {
    let elapsed = time.nanoseconds % max(1, period.nanoseconds)
    return elapsed < 0 ? elapsed + period.nanoseconds : elapsed
  }

  /// Combines a change on this moment's clock with the recorded one, here and in the parent: the earlier change is
  /// kept.
  package func record(_ new: Change) {
    if let parent {
      if case .at(let time) = new { parent.record(.at(time + delay)) } else { parent.record(new) }
    }
    switch (change, new) {
    case (.always, _), (_, .never): break
    case (.at(let old), .at(let time)): change = .at(min(old, time))
    default: change = new
    }
  }
}
