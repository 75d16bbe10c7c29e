internal import CLinux

/// The monotonic clock, which starts near boot and never jumps.
public enum Clock {
  public static var nanoseconds: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// Waits, and does nothing else.
  public static func rest(milliseconds: Int32) { poll(nil, 0, milliseconds) }
}
