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
  /// RLIMIT_FSIZE: size of a file that it writes, its result included, in bytes. A write beyond it fails with `EFBIG`,
  /// or SIGXFSZ ends the process where `Signals` does not ignore it.
  let fileSize: Int

  /// Limits in seconds and bytes. Those of a worker process: decoding the largest picture takes less than a second on a
  /// PC, and a few seconds on the slowest boards; encoding a screenshot of 3840x2160 takes longest. Memory holds the
  /// picture, its sizes and the result, whose buffer grows by doubling. The file is the result, or a screenshot that
  /// the client has opened.
  public init(cpuSeconds: Int = 20, memory: Int = 512 << 20, fileSize: Int = 128 << 20) {
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
