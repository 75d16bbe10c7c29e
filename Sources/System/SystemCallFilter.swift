internal import CLinux
import Support

/// The system calls of a process that reads what others made (seccomp(2)): memory, files that are read, the clock, and
/// writing to what is open. It makes no processes, sockets or files, sends no signals and changes no credentials.
///
/// All other calls fail with `ENOSYS`.
public enum SystemCallFilter {
  /// Whether it was logged that the kernel has no filters.
  nonisolated(unsafe) static var isReported = false

  /// Filters the calls of this process from now on. `withDevices` also allows ioctl(2) and what an event loop needs.
  static func apply(withDevices: Bool) {
    if linux_filter_calls(withDevices ? 1 : 0) == 0 || isReported { return }
    StandardStreams.error(
      "loaderd: no seccomp: worker processes have all system calls; enable CONFIG_SECCOMP_FILTER in the kernel")
  }

  /// Gives up all capabilities of this process (capabilities(7)), and filters its calls with those for devices. A
  /// kernel without filters is not logged.
  public static func confineReader() {
    _ = linux_drop_capabilities()
    _ = linux_filter_calls(1)
  }
}
