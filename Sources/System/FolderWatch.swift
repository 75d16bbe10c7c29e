internal import CLinux
public import Support

/// Watches folders for new files (inotify(7)).
public final class FolderWatch {
  /// Readable when a file was created in, or moved to, a watched folder, or a watched folder was moved or deleted.
  public let descriptor: FileDescriptor

  /// Watches the folders that exist. Throws the errno of inotify_init1(2).
  public init(_ folders: [Bytes]) throws(SystemError) {
    descriptor = FileDescriptor(owning: try system("inotify_init1") { linux_inotify() })
    for folder in folders { add(folder) }
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
  public func acknowledge() { while case .some(let bytes?) = try? descriptor.read(upTo: 4096), !bytes.isEmpty {} }
}
