internal import CLinux
public import Support

/// Watches a file for being opened or closed by any process (inotify(7)). Unlike fanotify, it works for device nodes.
public final class OpenWatch {
  /// Readable when there are events.
  public let descriptor: FileDescriptor

  /// What happened since the last read.
  public struct Events {
    /// Whether a process has opened the file, and whether one has closed it.
    public let wasOpened, wasClosed: Bool
  }

  /// Watches a file. Throws the errno of inotify_add_watch(2).
  public init(_ path: Bytes) throws(SystemError) {
    descriptor = FileDescriptor(owning: try system("inotify") { path.withCString { linux_watch_file($0) } })
  }

  /// The events since the last call.
  public func read() -> Events {
    let bytes = ((try? descriptor.read(upTo: 4096)) ?? nil) ?? []  // no events for EAGAIN
    let events = linux_watched_events(bytes, bytes.count)
    return Events(wasOpened: events & 1 != 0, wasClosed: events & 2 != 0)
  }
}
