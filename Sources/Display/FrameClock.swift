/// Decides when the next frame is drawn and for which instant. Pure: times come in as nanoseconds of the monotonic clock.
///
/// Where the display reports vblanks, a frame is drawn as soon as the last one is seen, for the vblank after.
/// Where its events come at once with sequence 0 (virtio-gpu, bochs, SPI panels), frames go out on a grid of the
/// mode's period instead, so that nothing spins. A frame takes several periods where one is not enough: to flush it
/// over a slow bus, to draw it on a slow CPU, or to leave the CPU to others.
public struct FrameClock: Equatable {
  public enum FrameTimingSource: Equatable { case unknown, vblank, timer }

  /// Nanoseconds from one refresh to the next.
  public private(set) var period: Int64
  public private(set) var pacing: FrameTimingSource
  public private(set) var statistics = FrameStatistics()
  /// Refreshes a frame that are wanted for another reason, so that others get more of the CPU.
  public var frameDivisor: Int64 = 1

  /// Set while a frame has been handed over and not been seen: when to stop waiting for it.
  public private(set) var deadline: Int64?
  private var target: Int64 = 0
  private var begun: Int64 = 0
  /// The last vblank, or the last grid point used.
  private var last: Int64?
  private var lastSequence: UInt32 = 0
  private var isContinuous = false
  /// Nothing moves after the frame that is on its way.
  private var isResting = false
  /// Refreshes that the frame on its way was given.
  private var stride: Int64 = 1
  /// Refreshes a frame that drawing it in time takes, where it was late again and again; and how often it was.
  private var effort: Int64 = 1
  private var misses = 0
  /// The last five flushes. Their median sets the pace: a frame that was held up, as the first ones of a busy boot are,
  /// says nothing about those after it.
  private var flushes: [Int64] = []

  public init(period: Int64, pacing: FrameTimingSource = .unknown) { (self.period, self.pacing) = (period, pacing) }

  /// Whether the last frame has not been seen yet.
  public var isWaiting: Bool { deadline != nil }

  /// Refreshes a frame: a flush may take four fifths of them.
  public var refreshesPerFrame: Int64 {
    let flush = pacing == .timer ? (statistics.flush * 5 / 4 + period - 1) / period : 1
    return max(1, frameDivisor, effort, flush)
  }

  /// The earliest time to draw the next frame.
  public func earliest(now: Int64) -> Int64 {
    guard let last else { return now }
    return pacing == .vblank ? last + (refreshesPerFrame - 1) * period : last + refreshesPerFrame * period
  }

  /// When a frame drawn now will be seen.
  public func target(now: Int64) -> Int64 {
    guard let last else { return now }
    let passed = max(0, now - last) / period
    // A vblank is reached if it is ahead; a grid point is the one that has just come.
    if pacing == .vblank { return last + max(refreshesPerFrame, passed + 1) * period }
    return passed == 0 ? now : last + passed * period
  }

  /// A frame for `target`, begun at `begun`, was handed to the display, which reports when it is seen.
  public mutating func submitted(target: Int64, begun: Int64? = nil, now: Int64) {
    (self.target, self.begun, isResting) = (target, begun ?? now, false)
    stride = refreshesPerFrame
    deadline = self.begun + (2 + stride) * period + 100_000_000
    if pacing == .vblank { flushed(in: now - self.begun) }
    if pacing != .vblank { advance(to: target) }
  }

  /// A frame, begun at `begun`, was handed over in a call that returned when it was seen.
  public mutating func shown(target: Int64, begun: Int64? = nil, now: Int64? = nil) {
    statistics.shown += 1
    deadline = nil
    stride = refreshesPerFrame
    if let begun, let now { flushed(in: now - begun) }
    if pacing != .vblank { advance(to: target) }
  }

  /// The display reports that the frame is seen.
  public mutating func flipped(sequence: UInt32, time: Int64) {
    guard deadline != nil else { return }
    deadline = nil
    statistics.shown += 1
    if sequence == 0 {
      if pacing == .unknown { pacing = .timer }
      flushed(in: time - begun)
      return
    }
    if pacing == .vblank, isContinuous {
      let gap = Int64(sequence &- lastSequence), isLate = time > target + period / 2
      if gap > stride, gap < 1 << 31 { statistics.skipped += Int(gap - stride) }
      if isLate { statistics.late += 1 }
      weigh(isMiss: isLate || gap > stride && gap < 1 << 31)
    }
    (pacing, last, lastSequence, isContinuous) = (.vblank, time, sequence, !isResting)
  }

  /// Two misses in a row halve the rate, rather than that it stutters; a second in time is a sign to try again.
  private mutating func weigh(isMiss: Bool) {
    misses = isMiss ? max(0, misses) + 1 : min(0, misses) - 1
    if misses >= 2, effort < 4 { (effort, misses) = (effort * 2, 0) }
    if Int64(-misses) * period > 1_000_000_000 { (effort, misses) = (1, 0) }
  }

  /// How long a frame takes from its first copied pixel until it is seen or transferred.
  private mutating func flushed(in duration: Int64) {
    if flushes.count == 5 { flushes.removeFirst() }
    flushes.append(max(0, min(1_000_000_000, duration)))
    let middle = (flushes.count - 1) / 2
    for one in flushes {
      let shorter = flushes.count { $0 < one }, longer = flushes.count { $0 > one }
      if shorter <= middle, longer <= flushes.count - 1 - middle { statistics.flush = one }
    }
  }

  /// The display has not reported in time. Returns whether to wait on, as for a bus that takes seconds for a frame.
  public mutating func waitsOn(now: Int64) -> Bool {
    if pacing == .vblank || now >= begun + 3_000_000_000 { return false }
    deadline = now + 500_000_000
    return true
  }

  /// The display never reported: as if it had, without a time.
  public mutating func gaveUp() {
    deadline = nil
    isContinuous = false
  }

  /// The display will report no vblank any more: the grid begins at the last.
  public mutating func goByTimer() { pacing = .timer }

  /// Somebody else has seen a vblank, and how long it is from one to the next: the grid moves there.
  public mutating func align(to vblank: Int64, every period: Int64) {
    self.period = period
    guard let last else { return }
    let late = (vblank - last) % period
    self.last = last + (late > period / 2 ? late - period : late < -period / 2 ? late + period : late)
  }

  /// Nothing moves for a while: what is not drawn now is not skipped.
  public mutating func rested() { (isContinuous, isResting) = (false, true) }

  private mutating func advance(to target: Int64) {
    if isContinuous, let last {
      let steps = (target - last + period / 2) / period
      if steps > stride { statistics.skipped += Int(steps - stride) }
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
  /// Nanoseconds that copying a frame and handing it over take of late; with the transfer where there are no vblanks.
  public var flush: Int64 = 0

  public init(shown: Int = 0, skipped: Int = 0, late: Int = 0) {
    (self.shown, self.skipped, self.late) = (shown, skipped, late)
  }
}
