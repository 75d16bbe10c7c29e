import Display
import Support
import System

/// Reduces the frame rates of all outputs to a minimum while other processes wait for the CPU.
///
/// Pressure stall information (Documentation/accounting/psi.rst in Linux) reports when they wait. It is not watched
/// while the picture is still, so that the daemon can sleep. Closing a trigger takes a child process (closing.c), so it
/// stays open for some seconds: each progress report starts a movement that soon stops again.
final class CPUThrottle {
  private enum Watch {
    /// The picture is still.
    case off
    /// The kernel reports the pressure.
    case trigger(CPUPressure, EventLoop.Token)
    /// Linux before 6.5 gives triggers only with CAP_SYS_RESOURCE. The totals can be read without it.
    case samples(StallSamples)
    /// The kernel has no pressure stall information.
    case unavailable
  }

  private let loop: EventLoop
  private unowned(unsafe) let displays: Displays
  /// Frames per second.
  private let minimumRate: Double
  private var watch = Watch.off
  /// When the full frame rate is restored; nil while it is not reduced.
  private var end: Int64?

  /// When the trigger is closed; nil while something moves, and without a trigger.
  private var closeTime: Int64?

  /// Nanoseconds from the last movement until then.
  private static var closeDelay: Int64 { 5_000_000_000 }
  /// The part of the time in which tasks wait.
  private static var share: Double { 0.5 }

  /// `minimumRate` is in frames per second.
  init(_ loop: EventLoop, _ displays: Displays, minimumRate: Double) {
    self.loop = loop
    self.displays = displays
    self.minimumRate = minimumRate
  }

  /// When the full frame rate is restored, the next sample is due, or the trigger is closed.
  var deadline: Int64? {
    var earliest = EarliestDeadline()
    earliest.add(end)
    earliest.add(closeTime)
    if case .samples(let samples) = watch { earliest.add(samples.deadline) }
    return earliest.time
  }

  func dispatch(now: Int64, isMoving: Bool) {
    if let end, end <= now || !isMoving {
      displays.reduceRate(to: nil)
      self.end = nil
    }
    switch watch {
    case .off: if isMoving { startWatch() }
    case .trigger(_, let token):
      if isMoving { return closeTime = nil }
      let time = closeTime ?? now + CPUThrottle.closeDelay
      closeTime = time
      if time > now { return }
      loop.forget(token)
      (watch, closeTime) = (.off, nil)
    case .samples(var samples):
      guard isMoving else { return watch = .off }
      if samples.deadline > now { return }
      guard let stalled = CPUPressure.stalled else { return watch = .unavailable }
      if samples.add(stalled: stalled, now: now, share: CPUThrottle.share) { throttle() }
      watch = .samples(samples)
    case .unavailable: break
    }
  }

  private func startWatch() {
    do throws(SystemError) {
      let pressure = try CPUPressure(share: CPUThrottle.share)
      let token = try loop.watch(pressure.descriptor, urgent: true) { [unowned(unsafe) self] _ in throttle() }
      watch = .trigger(pressure, token)
    } catch {
      watch = CPUPressure.stalled == nil ? .unavailable : .samples(StallSamples())
    }
  }

  private func throttle() {
    displays.reduceRate(to: minimumRate)
    // It is reported again within two seconds while the pressure lasts.
    end = Clock.nanoseconds + 2_500_000_000
  }
}
