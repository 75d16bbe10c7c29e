internal import CLinux
import Support

/// Tells when tasks wait for a CPU (Linux, Documentation/accounting/psi.rst).
public final class Pressure {
  /// Urgent, not readable, each time the limit is passed, at most once a second or two.
  public let descriptor: FileDescriptor

  /// The limit is `share` of the time in which somebody waited. Throws where the kernel does not measure that.
  public init(share: Double) throws(SystemError) {
    descriptor = try FileDescriptor(opening: "/proc/pressure/cpu")
    do throws(SystemError) {
      try watch(share, microseconds: 1_000_000)
    } catch {
      // Without CAP_SYS_RESOURCE only what the kernel reckons anyway, every two seconds, can be watched.
      try watch(share, microseconds: 2_000_000)
    }
  }

  private func watch(_ share: Double, microseconds: Int) throws(SystemError) {
    try descriptor.write(Bytes("some \(Int(share * Double(microseconds))) \(microseconds)").utf8 + [0])
  }
}
