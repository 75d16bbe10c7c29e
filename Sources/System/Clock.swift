internal import CLinux
public import Support

/// CLOCK_MONOTONIC (clock_gettime(2)): starts near boot, and is not affected by changes of the date.
public enum Clock {
  /// The current time in nanoseconds.
  public static var nanoseconds: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// The identifier of this boot: times of another boot have nothing to do with those of this one. Empty without /proc.
  public static var boot: Bytes {
    Bytes((try? File.read("/proc/sys/kernel/random/boot_id", limit: 64)) ?? []).split(at: UInt8(ascii: "\n"))[0]
  }

  /// Blocks the process.
  public static func sleep(milliseconds: Int32) { poll(nil, 0, milliseconds) }
}
