internal import CLinux
public import Support

/// Tells when a file was opened or closed, by whomever (inotify(7)). Device nodes too, for which fanotify has no events.
public final class OpenWatch {
  public let descriptor: FileDescriptor

  public struct Events {
    public let wasOpened, wasClosed: Bool
  }

  public init(_ path: Bytes) throws(SystemError) {
    descriptor = FileDescriptor(owning: try system("inotify") { path.withCString { linux_watch($0) } })
  }

  /// What happened since the last call.
  public func read() -> Events {
    let bytes = ((try? descriptor.read(upTo: 4096)) ?? nil) ?? []  // nothing, as for EAGAIN
    let mask = linux_watched(bytes, bytes.count)
    return Events(wasOpened: mask & 1 != 0, wasClosed: mask & 2 != 0)
  }
}
