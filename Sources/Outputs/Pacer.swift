/// Decides when the next frame is drawn and for which instant. Pure: times come in as nanoseconds of the monotonic clock.
///
/// Where the display reports vblanks, a frame is drawn as soon as the last one is seen, for the vblank after.
/// Where its events come at once with sequence 0 (virtio-gpu, bochs, SPI panels), frames go out on a grid of the
/// mode's period instead, so that nothing spins.
public struct Pacer: Equatable {
  public enum Pacing: Equatable { case unknown, vblank, timer }

  /// Nanoseconds from one refresh to the next.
  public let period: Int64
  public private(set) var pacing: Pacing
  public private(set) var statistics = FrameStatistics()

  /// Set while a frame has been handed over and not been seen: when to stop waiting for it.
  public private(set) var deadline: Int64?
  private var target: Int64 = 0
  /// The last vblank, or the last grid point used.
  private var last: Int64?
  private var lastSequence: UInt32 = 0
  private var isContinuous = false

  public init(period: Int64, pacing: Pacing = .unknown) { (self.period, self.pacing) = (period, pacing) }

  /// Whether the last frame has not been seen yet.
  public var isWaiting: Bool { deadline != nil }

  /// The earliest time to draw the next frame.
  public func earliest(now: Int64) -> Int64 {
    guard let last, pacing != .vblank else { return now }
    return last + period
  }

  /// When a frame drawn now will be seen.
  public func target(now: Int64) -> Int64 {
    guard let last else { return now }
    let passed = max(0, now - last) / period
    // A vblank is reached if it is ahead; a grid point is the one that has just come.
    return pacing == .vblank ? last + (passed + 1) * period : passed == 0 ? now : last + passed * period
  }

  /// A frame for `target` was handed to the display, which reports when it is seen.
  public mutating func submitted(target: Int64, now: Int64) {
    self.target = target
    deadline = now + 3 * period + 100_000_000
    if pacing != .vblank { advance(to: target) }
  }

  /// A frame was handed over in a call that returned when it was seen.
  public mutating func shown(target: Int64) {
    statistics.shown += 1
    deadline = nil
    if pacing != .vblank { advance(to: target) }
  }

  /// The display reports that the frame is seen.
  public mutating func flipped(sequence: UInt32, time: Int64) {
    guard deadline != nil else { return }
    deadline = nil
    statistics.shown += 1
    if sequence == 0 {
      if pacing == .unknown { pacing = .timer }
      return
    }
    if pacing == .vblank, isContinuous {
      let gap = sequence &- lastSequence
      if gap > 1, gap < 1 << 31 { statistics.skipped += Int(gap) - 1 }
      if time > target + period / 2 { statistics.late += 1 }
    }
    (pacing, last, lastSequence, isContinuous) = (.vblank, time, sequence, true)
  }

  /// The display never reported: as if it had, without a time.
  public mutating func gaveUp() {
    deadline = nil
    isContinuous = false
  }

  /// Nothing moves for a while: what is not drawn now is not skipped.
  public mutating func rested() { isContinuous = false }

  private mutating func advance(to target: Int64) {
    if isContinuous, let last {
      let steps = (target - last + period / 2) / period
      if steps > 1 { statistics.skipped += Int(steps) - 1 }
    }
    (last, isContinuous) = (target, true)
  }
}

/// What has become of the frames so far.
public struct FrameStatistics: Equatable {
  public var shown = 0
  /// Refreshes that passed without a new frame while something moved.
  public var skipped = 0
  /// Frames seen later than they were drawn for.
  public var late = 0
}
