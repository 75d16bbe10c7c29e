internal import CLinux
import Support

/// Resource limits of a worker process (setrlimit(2)), which it cannot raise again.
///
/// They do not limit the elapsed time: on a busy machine a worker may wait for the CPU for seconds.
public struct ResourceLimits {
  /// RLIMIT_CPU: CPU time in seconds. SIGXCPU ends a process that exceeds it.
  let cpuSeconds: Int
  /// RLIMIT_AS, relative to the address space at the start, in bytes. Not limited if /proc is not mounted.
  let memory: Int
  /// RLIMIT_FSIZE: size of a file that it writes, its result included, in bytes. SIGXFSZ ends a process that exceeds
  /// it.
  let fileSize: Int

  /// Limits in seconds and bytes.
  public init(cpuSeconds: Int, memory: Int, fileSize: Int) {
    self.cpuSeconds = cpuSeconds
    self.memory = memory
    self.fileSize = fileSize
  }

  /// Applies the limits to this process and its children. Logs an error.
  func apply() {
    if linux_set_limits(UInt(cpuSeconds), UInt(memory), UInt(fileSize)) == 0 { return }
    StandardStreams.error("loaderd: \(SystemError(last: "setrlimit").text); a worker process has no limits")
  }
}
