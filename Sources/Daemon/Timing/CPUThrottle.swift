import Display
import System

/// Reduces the frame rates of all outputs to a minimum while other processes wait for the CPU.
///
/// Pressure stall information (Documentation/accounting/psi.rst in Linux) reports when they wait. It is not watched
/// while the picture is still, so that the daemon can sleep.
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
  private(set) var deadline: Int64?

  /// The part of the time in which tasks wait.
  private static var share: Double { 0.5 }

  /// `minimumRate` is in frames per second.
  init(_ loop: EventLoop, _ displays: Displays, minimumRate: Double) {
    self.loop = loop
    self.displays = displays
    self.minimumRate = minimumRate
  }

  func dispatch(now: Int64, isMoving: Bool) {
    if let deadline, deadline <= now || !isMoving {
      displays.reduceRate(to: nil)
      self.deadline = nil
    }
    switch watch {
    case .off: if isMoving { startWatch() }
    case .trigger(_, let token):
      if isMoving { return }
      loop.forget(token)
      watch = .off
    case .samples(var samples):
      guard isMoving else { return watch = .off }
      guard samples.isDue(now: now), let stalled = CPUPressure.stalled else { return }
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
    deadline = Clock.nanoseconds + 2_500_000_000
  }
}
