/// Decides when the next frame of an output is drawn, and for which instant. It reads no clock: times are
/// `CLOCK_MONOTONIC` nanoseconds.
///
/// Where the display reports vblanks, a frame is drawn as soon as the last one is on the screen, for the next vblank.
/// Where page-flip events arrive at once with sequence 0 (virtio-gpu, bochs, SPI panels), frames go out on a grid of
/// the mode's period, so that nothing spins. A frame takes several periods if one is not enough to send it over a slow
/// bus, to draw it on a slow CPU, or to leave CPU time to other processes.
public final class FrameClock {
  /// How refreshes are timed: `unknown` until the first page-flip event, `vblank` by the display's events, `timer` by
  /// the grid.
  public enum FramePacing: Equatable {
    case unknown, vblank, timer

    /// The word for `pacing` in `GetState` and `ListOutputs`.
    public var name: StaticString {
      switch self {
      case .unknown: "unknown"
      case .vblank: "vblank"
      case .timer: "timer"
      }
    }
  }

  /// Nanoseconds from one refresh to the next.
  public private(set) var period: Int64
  /// How refreshes are timed now.
  public private(set) var pacing: FramePacing
  /// Counts of frames so far.
  public private(set) var statistics = FrameStatistics()
  /// When the first frame was on the screen, in nanoseconds; nil before it.
  public private(set) var firstShown: Int64?
  /// Refreshes per frame of the reduced rate; 1 is the full rate.
  private var rateDivisor: Int64 = 1

  /// When to stop waiting for the submitted frame (nanoseconds); nil while no frame is pending.
  public private(set) var deadline: Int64?
  private var target: Int64 = 0
  private var begun: Int64 = 0
  /// Time of the last vblank, or of the last grid point used.
  private var lastRefresh: Int64?
  private var lastSequence: UInt32 = 0
  /// Whether the refresh before had a frame and something moves: only then is a gap counted as skipped frames.
  private var isContinuous = false
  /// Whether nothing moves after the pending frame.
  private var isResting = false
  /// Refreshes that the pending frame may take.
  private var allowedRefreshes: Int64 = 1
  /// Refreshes per frame after repeated misses: 1, 2 or 4. `misses` counts late frames in a row, or as a negative
  /// number those in time.
  private var missDivisor: Int64 = 1
  private var misses = 0
  private var flushes = FlushDurations()

  /// `period` is the nominal refresh period of the mode in nanoseconds.
  public init(period: Int64, pacing: FramePacing = .unknown) { (self.period, self.pacing) = (period, pacing) }

  /// Whether a submitted frame is not on the screen yet.
  public var isWaiting: Bool { deadline != nil }

  /// Median nanoseconds that copying and submitting a frame takes, including the transfer where there are no vblanks.
  public var flush: Int64 { flushes.median }

  /// Refreshes per frame. A flush may take at most four fifths of that time.
  public var refreshesPerFrame: Int64 {
    let isSlow = pacing == .timer && !flushes.areWithin(period * 4 / 5)
    return max(rateDivisor, missDivisor, isSlow ? (flush * 5 / 4 + period - 1) / period : 1)
  }

  /// Shows as few frames as give at least `rate` a second, so that other processes get the CPU; nil for the full rate.
  /// A display that is slower than `rate` keeps its own.
  public func reduceRate(to rate: Double?) {
    let refreshes = rate.map { 1e9 / (Double(period) * $0) + 0.05 } ?? 1
    rateDivisor = Int64(max(1, min(1000, refreshes)))
  }

  /// The earliest time to draw the next frame, in nanoseconds.
  public func earliest(now: Int64) -> Int64 {
    guard let lastRefresh else { return now }
    return pacing == .vblank ? lastRefresh + (refreshesPerFrame - 1) * period : lastRefresh + refreshesPerFrame * period
  }

  /// When a frame that is drawn now will be on the screen, in nanoseconds.
  public func target(now: Int64) -> Int64 {
    guard let lastRefresh else { return now }
    let passed = max(0, now - lastRefresh) / period
    // With vblanks it is the next one; on the grid it is the point that has just passed.
    if pacing == .vblank { return lastRefresh + max(refreshesPerFrame, passed + 1) * period }
    return passed == 0 ? now : lastRefresh + passed * period
  }

  /// A frame for `target`, whose copy began at `begun`, was submitted; `flipped` follows when it is on the screen.
  public func submitted(target: Int64, begun: Int64? = nil, now: Int64) {
    self.target = target
    self.begun = begun ?? now
    isResting = false
    allowedRefreshes = refreshesPerFrame
    deadline = self.begun + (2 + allowedRefreshes) * period + 100_000_000
    if pacing == .vblank { recordFlush(in: now - self.begun) }
    if pacing != .vblank { advance(to: target) }
  }

  /// A frame, whose copy began at `begun`, was submitted by a call that returned when the frame was on the screen.
  public func shown(target: Int64, begun: Int64? = nil, now: Int64? = nil) {
    statistics.shown &+= 1
    firstShown = firstShown ?? now ?? target
    deadline = nil
    allowedRefreshes = refreshesPerFrame
    if let begun, let now { recordFlush(in: now - begun) }
    if pacing != .vblank { advance(to: target) }
  }

  /// The picture for `target` is the same as before, so nothing was submitted: the refresh has its frame, and the next
  /// frame is one for a later refresh.
  public func unchanged(target: Int64) {
    if pacing == .vblank { isContinuous = false }
    if pacing != .vblank, lastRefresh != nil { advance(to: target) }
  }

  /// When to draw a frame that is to show `time`. On the grid it is the next point, because a frame that is drawn
  /// before it is for the point before it.
  public func start(for time: Int64) -> Int64 {
    guard pacing != .vblank, let lastRefresh, time > lastRefresh, time < .max - period else { return time }
    let late = (time - lastRefresh) % period
    return late == 0 ? time : time + period - late
  }

  /// The page-flip event of the submitted frame. `sequence` is the vblank counter, 0 where the driver has none.
  public func flipped(sequence: UInt32, time: Int64) {
    guard deadline != nil else { return }
    deadline = nil
    statistics.shown &+= 1
    firstShown = firstShown ?? time
    if sequence == 0 {
      if pacing == .unknown { useCommonGrid() }
      recordFlush(in: time - begun)
      return
    }
    if pacing == .vblank, isContinuous {
      let gap = Int64(sequence &- lastSequence), isLate = time > target + period / 2
      if gap > allowedRefreshes, gap < 1 << 31 { statistics.skipped &+= Int(gap - allowedRefreshes) }
      if isLate { statistics.late &+= 1 }
      adaptRate(isMiss: isLate || gap > allowedRefreshes && gap < 1 << 31)
    }
    pacing = .vblank
    lastRefresh = time
    lastSequence = sequence
    isContinuous = !isResting
  }

  /// Two misses in a row halve the rate, which looks better than stutter; after one second without a miss the full rate
  /// is tried again.
  private func adaptRate(isMiss: Bool) {
    misses = isMiss ? max(0, misses) + 1 : min(0, misses) - 1
    if misses >= 2, missDivisor < 4 { (missDivisor, misses) = (missDivisor * 2, 0) }
    if Int64(-misses) * period > 1_000_000_000 { (missDivisor, misses) = (1, 0) }
  }

  /// Records the time from the first copied pixel until the frame is on the screen or transferred.
  private func recordFlush(in duration: Int64) {
    flushes.add(max(0, min(1_000_000_000, duration)))
  }

  /// The deadline has passed without an event. Returns whether to wait longer, up to three seconds, as for a slow bus;
  /// a display with vblanks is never that slow.
  public func extendDeadline(now: Int64) -> Bool {
    if pacing == .vblank || now >= begun + 3_000_000_000 { return false }
    deadline = now + 500_000_000
    return true
  }

  /// The submitted frame was never reported: continues without its time.
  public func abandonFrame() {
    deadline = nil
    isContinuous = false
  }

  /// No vblank events will follow (single buffer): the grid starts at the last one.
  public func useTimer() { pacing = .timer }

  /// The display has no vblanks. All those with one period have the same grid, so that one wake-up serves them.
  public func useCommonGrid() {
    pacing = .timer
    if let begin = lastRefresh { lastRefresh = begin - begin % period }
  }

  /// The display has another refresh period than before: the counts go on, and the gap until its next frame is not
  /// counted.
  public func change(period: Int64) {
    if period == self.period { return }
    (self.period, isContinuous, missDivisor, misses) = (period, false, 1, 0)
  }

  /// Moves the grid to a measured vblank and period, both in nanoseconds (`VblankPhase`).
  public func align(to vblank: Int64, every period: Int64) {
    self.period = period
    guard let lastRefresh else { return }
    let late = (vblank - lastRefresh) % period
    self.lastRefresh = lastRefresh + (late > period / 2 ? late - period : late < -period / 2 ? late + period : late)
  }

  /// Nothing moves for a while: refreshes without a frame are not counted as skipped.
  public func rested() { (isContinuous, isResting) = (false, true) }

  private func advance(to target: Int64) {
    if isContinuous, let lastRefresh {
      let steps = (target - lastRefresh + period / 2) / period
      if steps > allowedRefreshes { statistics.skipped &+= Int(truncatingIfNeeded: steps - allowedRefreshes) }
    }
    lastRefresh = target
    isContinuous = true
  }
}
