internal import CLinux
import Support

/// Bounds of a worker process (setrlimit(2)), which it cannot widen again.
///
/// They bound what it uses, not how long that takes: on a busy machine a worker may wait for the CPU for seconds.
public struct ResourceLimits {
  /// RLIMIT_CPU: seconds of CPU time; SIGXCPU ends the process then.
  let cpuSeconds: Int
  /// RLIMIT_AS: bytes that it may add to the address space that it starts with. Not bounded before /proc is mounted.
  let memory: Int
  /// RLIMIT_FSIZE: bytes of a file that it writes, its result included; SIGXFSZ ends the process then.
  let fileSize: Int

  public init(cpuSeconds: Int, memory: Int, fileSize: Int) {
    self.cpuSeconds = cpuSeconds
    self.memory = memory
    self.fileSize = fileSize
  }

  /// Applies to this process, and to those that it starts.
  func apply() {
    if linux_limit(UInt(cpuSeconds), UInt(memory), UInt(fileSize)) == 0 { return }
    StandardStreams.error("loaderd: \(SystemError(last: "setrlimit").text); a worker process has no limits")
  }
}
