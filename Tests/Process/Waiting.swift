import Foundation

/// Seconds of a clock that never jumps.
public var now: Double { ProcessInfo.processInfo.systemUptime }

public func pause(_ seconds: Double) { usleep(UInt32(seconds * 1e6)) }

/// In seconds, how long what must happen may take on the noisiest machine: only what hangs takes longer.
public let patience = 60.0

/// Whether something comes true in time.
public func eventually(within seconds: Double = patience, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = now + seconds
  repeat {
    if try condition() { return true }
    pause(0.01)
  } while now < end
  return try condition()
}
