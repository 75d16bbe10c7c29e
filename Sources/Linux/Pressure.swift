internal import CLinux
import Notation

/// Tells when tasks wait for a CPU (Linux, Documentation/accounting/psi.rst).
public final class Pressure {
  /// Urgent, not readable, each time the limit is passed, at most once a second.
  public let descriptor: FileDescriptor

  /// The limit is `share` of a second's time in which somebody waited. Throws where the kernel does not measure that.
  public init(share: Double) throws(SystemError) {
    descriptor = try FileDescriptor(opening: "/proc/pressure/cpu")
    try descriptor.write(Bytes("some \(Int(share * 1e6)) 1000000").utf8 + [0])
  }
}
