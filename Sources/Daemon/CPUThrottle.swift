import Display
import System

/// Reduces the frame rates of all outputs to a minimum while other processes wait for the CPU.
///
/// Pressure stall information (Documentation/accounting/psi.rst in Linux) reports when they wait. It is not watched
/// while the picture is still, so that the daemon can sleep.
final class CPUThrottle {
  private let loop: EventLoop
  private unowned(unsafe) let displays: Displays
  /// Frames per second.
  private let minimumRate: Double
  private var watched: (pressure: CPUPressure, token: EventLoop.Token)?
  /// Whether the kernel has no pressure stall information for us.
  private var isUnavailable = false
  /// When the full frame rate is restored; nil while it is not reduced.
  private(set) var deadline: Int64?

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
    if isMoving, watched == nil, !isUnavailable { watch() }
    if !isMoving, let token = watched?.token {
      loop.forget(token)
      watched = nil
    }
  }

  private func watch() {
    do throws(SystemError) {
      let pressure = try CPUPressure(share: 0.5)
      let token = try loop.watch(pressure.descriptor, urgent: true) { [unowned(unsafe) self] _ in throttle() }
      watched = (pressure, token)
    } catch {
      isUnavailable = true  // the frame rate is never reduced then
    }
  }

  private func throttle() {
    displays.reduceRate(to: minimumRate)
    // The kernel repeats the event within two seconds while the pressure lasts.
    deadline = Clock.nanoseconds + 2_500_000_000
  }
}
