import Foundation

/// CLOCK_MONOTONIC in seconds.
public var now: Double { ProcessInfo.processInfo.systemUptime }

/// Sleeps for a number of seconds.
public func pause(_ seconds: Double) { usleep(UInt32(seconds * 1e6)) }

/// Default timeout in seconds. It is long, so that only a hang reaches it, even on a busy machine.
public let defaultTimeout = 60.0

/// The number of connections that a program has accepted at sockets whose names end with `name`, in the network
/// namespace of a process (proc_net(5), unix).
public func connectionCount(at name: String, inNamespaceOf process: pid_t = getpid()) -> Int {
  let table = (try? String(contentsOfFile: "/proc/\(process)/net/unix", encoding: .utf8)) ?? ""
  return table.split(separator: "\n").count { $0.contains(" 0001 03 ") && $0.hasSuffix(name) }
}

/// Whether a condition becomes true within `seconds`; it is tested every 10 ms.
public func eventually(within seconds: Double = defaultTimeout, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = now + seconds
  repeat {
    if try condition() { return true }
    pause(0.01)
  } while now < end
  return try condition()
}
