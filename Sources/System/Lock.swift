internal import CLinux
public import Support

/// A file that one process holds at a time; its death lets go of it (flock(2)).
public final class Lock {
  private let descriptor: FileDescriptor

  /// Throws EAGAIN while another process holds it.
  public init(_ path: Bytes) throws(SystemError) {
    let file = try FileDescriptor(writing: path)
    try system("flock") { flock(file.number, LOCK_EX | LOCK_NB) }
    descriptor = file
  }
}
