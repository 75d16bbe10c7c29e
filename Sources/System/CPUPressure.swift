internal import CLinux
import Support

/// A trigger on the CPU's pressure stall information (Linux, Documentation/accounting/psi.rst).
public final class CPUPressure {
  /// Has the event EPOLLPRI, not EPOLLIN, when the threshold was exceeded; at most once a window of 1 or 2 s.
  public let descriptor: FileDescriptor

  /// `share` (0…1) is the threshold: the part of the time in which at least one task waited for a CPU. Throws the errno
  /// of open(2) on a kernel without PSI.
  public init(share: Double) throws(SystemError) {
    descriptor = try FileDescriptor(opening: "/proc/pressure/cpu")
    linux_close_in_child(descriptor.number)
    do throws(SystemError) {
      try setTrigger(share, microseconds: 1_000_000)
    } catch {
      // Without CAP_SYS_RESOURCE the window must be a multiple of 2 s, the kernel's averaging interval.
      try setTrigger(share, microseconds: 2_000_000)
    }
  }

  /// The seconds since the boot in which at least one task waited for a CPU; nil on a kernel without PSI. Everyone may
  /// read them.
  public static var stalled: Double? {
    guard let file = try? File.read("/proc/pressure/cpu", limit: 4096) else { return nil }
    return Decimal.double(Bytes(file).cut(at: "\n").0.cut(at: "total=").1).map { $0 / 1e6 }
  }

  private func setTrigger(_ share: Double, microseconds: Int) throws(SystemError) {
    try descriptor.write(Bytes("some \(Int(share * Double(microseconds))) \(microseconds)").utf8 + [0])
  }
}
