internal import CLinux
public import Support

/// Watches folders for new files (inotify(7)). It is to be kept until the end: closing it takes a child process
/// (closing.c).
public final class FolderWatch {
  /// Readable when a file was created in, or moved to, a watched folder, or a watched folder was moved or deleted.
  let descriptor: FileDescriptor
  private let loop: EventLoop
  private var token: EventLoop.Token?

  /// Watches no folder yet. `changed` is called by the event loop after one or more changes. Throws the errno of
  /// inotify_init1(2) or epoll_ctl(2).
  public init(_ loop: EventLoop, changed: @escaping () -> Void) throws(SystemError) {
    self.loop = loop
    descriptor = FileDescriptor(owning: try system("inotify_init1") { linux_inotify() })
    token = try loop.watch(descriptor) { [unowned(unsafe) self] _ in
      acknowledge()
      changed()
    }
  }

  /// Whether changes are not reported. Those during a pause never are: look at the folders yourself after it.
  public var isPaused = false {
    didSet {
      if isPaused == oldValue { return }
      acknowledge()
      if let token { loop.want(token, reading: !isPaused, writing: false) }
    }
  }

  deinit { stop() }

  /// Reports nothing any more.
  public func stop() {
    if let token { loop.forget(token) }
    token = nil
  }

  /// Watches one more folder, with `deletions` also for files that are removed from it. Does nothing if it is watched
  /// already. Returns false if it does not exist.
  @discardableResult public func add(_ folder: Bytes, deletions: Bool = false) -> Bool {
    folder.withCString { linux_watch_folder(descriptor.number, $0, deletions ? 1 : 0) } >= 0
  }

  /// Watches a folder, or while it does not exist the nearest folder above it that does. To be called again after each
  /// event.
  public func addNearest(_ folder: Bytes, deletions: Bool = false) {
    let above = folder.parentFolder
    if add(folder, deletions: deletions) || above.isEmpty { return }
    addNearest(above)
    // If it was created before the folder above was watched, no event follows.
    add(folder, deletions: deletions)
  }

  /// Drops the pending events.
  func acknowledge() { while case .some(let bytes?) = try? descriptor.read(upTo: 4096), !bytes.isEmpty {} }
}
