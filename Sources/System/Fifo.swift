internal import CLinux
public import Support

/// The reading end of a FIFO (fifo(7)).
public final class Fifo {
  /// The path of the FIFO.
  public let path: Bytes
  /// The reading end, which does not block.
  public private(set) var descriptor: FileDescriptor
  /// Whether we or a predecessor have created the file.
  private let isOurs: Bool

  /// Opens the FIFO, and creates it with mode 0660 if it does not exist. `isInherited`: a predecessor has created it,
  /// if it exists. Throws the errno of mkfifo(3) or open(2); `EEXIST` if the file is not a FIFO, `ELOOP` if it is a
  /// symbolic link, `EPERM` if it is of another user than root and ours, or any user can write to it.
  public init(_ path: Bytes, isInherited: Bool = false) throws(SystemError) {
    self.path = path
    let mask = umask(0o117)
    let result = path.withCString { mkfifo($0, 0o660) }, code = linux_errno()
    umask(mask)
    if result != 0, code != EEXIST { throw SystemError("mkfifo", code) }
    isOurs = result == 0 || isInherited
    descriptor = try Fifo.open(path)
  }

  private static func open(_ path: Bytes) throws(SystemError) -> FileDescriptor {
    let number = path.withCString { linux_open_fifo($0) }
    if number < 0 { throw SystemError(last: "open") }
    return FileDescriptor(owning: number)
  }

  /// Opens the FIFO again. To be called when all writers have closed it, as the descriptor stays at end of file then.
  /// The old descriptor is closed afterwards, as a writer without a reader gets SIGPIPE. Throws the errno of open(2).
  public func reopen() throws(SystemError) { descriptor = try Fifo.open(path) }

  /// Removes the file if we or a predecessor have created it.
  public func remove() { if isOurs { File.remove(path) } }
}
