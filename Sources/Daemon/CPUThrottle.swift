import System
import Display

/// While others wait for the CPU, frames are fewer: evenly, and never fewer than a least rate. Nothing is watched while
/// nothing moves, so that a still picture sleeps.
final class CPUThrottle {
  private let loop: EventLoop
  private unowned(unsafe) let displays: Displays
  private let least: Double
  private var watched: (pressure: CPUPressure, token: EventLoop.Token)?
  private var isImpossible = false
  /// When the CPU may be used freely again.
  private(set) var deadline: Int64?

  /// `least` is in frames a second.
  init(_ loop: EventLoop, _ displays: Displays, least: Double) {
    (self.loop, self.displays, self.least) = (loop, displays, least)
  }

  func dispatch(now: Int64, isMoving: Bool) {
    if let deadline, deadline <= now || !isMoving {
      displays.setFrameDivisor(refreshesPerFrame: 1)
      self.deadline = nil
    }
    if isMoving, watched == nil, !isImpossible { watch() }
    if !isMoving, let token = watched?.token {
      loop.forget(token)
      watched = nil
    }
  }

  private func watch() {
    do throws(SystemError) {
      let pressure = try CPUPressure(share: 0.5)
      let token = try loop.watch(pressure.descriptor, urgent: true) { [unowned(unsafe) self] _ in yield() }
      watched = (pressure, token)
    } catch {
      isImpossible = true  // unwatched, the rate stays as it is
    }
  }

  private func yield() {
    let refresh = displays.outputs.first?.description.refresh ?? 60
    displays.setFrameDivisor(refreshesPerFrame: max(1, Int64(refresh / least + 0.05)))
    // The kernel tells of it again within two seconds, for as long as it lasts.
    deadline = Clock.nanoseconds + 2_500_000_000
  }
}
