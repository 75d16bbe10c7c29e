internal import CLinux
public import Support

/// An exclusive lock on a file (flock(2)). The kernel releases it when the process ends.
public final class Lock {
  private let descriptor: FileDescriptor

  /// Locks a file, and creates it if it does not exist. Its mode becomes 0600, because everyone who may open a file may
  /// also lock it. Throws `EAGAIN` while another process has the lock, and otherwise the errno of open(2).
  public init(_ path: Bytes) throws(SystemError) {
    let file = try FileDescriptor(overwriting: path)
    fchmod(file.number, 0o600)
    try system("flock") { flock(file.number, LOCK_EX | LOCK_NB) }
    descriptor = file
  }

  /// Releases the lock, so that a successor can take it, or takes it again. Does nothing if another process has it.
  public func set(_ isLocked: Bool) { _ = flock(descriptor.number, isLocked ? LOCK_EX | LOCK_NB : LOCK_UN) }
}
