import Foundation

/// Seconds of a clock that never jumps.
public var now: Double { ProcessInfo.processInfo.systemUptime }

public func pause(_ seconds: Double) { usleep(UInt32(seconds * 1e6)) }

/// Whether something comes true in time; machines are noisy, so the time is generous.
public func eventually(within seconds: Double = 10, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = now + seconds
  repeat {
    if try condition() { return true }
    pause(0.01)
  } while now < end
  return try condition()
}
