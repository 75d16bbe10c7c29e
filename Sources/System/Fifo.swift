internal import CLinux
public import Support

/// The reading end of a FIFO (fifo(7)), which whoever writes into it finds open at any time.
public final class Fifo {
  public let path: Bytes
  public private(set) var descriptor: FileDescriptor
  /// The file is ours to remove.
  private let isOurs: Bool

  /// Makes it, for the socket's group too, where it is not there yet. Throws for a file of another kind, links included.
  public init(_ path: Bytes) throws(SystemError) {
    self.path = path
    let mask = umask(0o117)
    let made = path.withCString { mkfifo($0, 0o660) }, code = linux_errno()
    umask(mask)
    if made != 0, code != EEXIST { throw SystemError("mkfifo", code) }
    isOurs = made == 0
    descriptor = try Fifo.open(path)
  }

  private static func open(_ path: Bytes) throws(SystemError) -> FileDescriptor {
    let number = path.withCString { linux_open_fifo($0) }
    if number < 0 { throw SystemError(last: "open") }
    return FileDescriptor(owning: number)
  }

  /// To be called when all writers have gone, which the old descriptor would tell for ever. There is always one open:
  /// without a reader a writer fails.
  public func reopen() throws(SystemError) { descriptor = try Fifo.open(path) }

  /// Removes the file, if we made it.
  public func remove() { if isOurs { File.remove(path) } }
}
