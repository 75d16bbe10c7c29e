internal import CLinux
import Support

/// The system calls of a process that reads what others made (seccomp(2)): memory, files that are read, the clock, and
/// writing to what is open. It makes no processes, sockets or files, sends no signals and changes no credentials.
///
/// All other calls fail with `ENOSYS`.
public enum SystemCallFilter {
  /// Whether a missing filter was logged, by a worker process before this one.
  nonisolated(unsafe) public internal(set) static var isReported = false

  /// Filters the calls of this process from now on. `withDevices` also allows ioctl(2) and what an event loop needs.
  /// Without `isSilent`, logs a line if the kernel has no filters.
  public static func apply(withDevices: Bool, isSilent: Bool = isReported) {
    if linux_filter_calls(withDevices ? 1 : 0) == 0 || isSilent { return }
    StandardStreams.error(
      "loaderd: \(SystemError(last: "seccomp").text); worker processes have all system calls; enable "
        + "CONFIG_SECCOMP_FILTER in the kernel")
  }

  /// Gives up all capabilities of this process (capabilities(7)), and filters its calls with those for devices.
  public static func confineReader() {
    _ = linux_drop_capabilities()
    apply(withDevices: true, isSilent: true)  // a worker process has logged it
  }
}
