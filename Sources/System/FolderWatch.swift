internal import CLinux
public import Support

/// Tells when something comes into a folder (inotify(7)).
public final class FolderWatch {
  /// Can be read when something has come.
  public let descriptor: FileDescriptor

  /// Folders that are not there are left out.
  public init(_ folders: [Bytes]) throws(SystemError) {
    descriptor = FileDescriptor(owning: try system("inotify_init1") { linux_new_watch() })
    for folder in folders { add(folder) }
  }

  /// Watches one more folder, if it is there; one that is watched already stays so. Returns whether it is watched.
  @discardableResult public func add(_ folder: Bytes) -> Bool {
    folder.withCString { linux_watch_folder(descriptor.number, $0) } >= 0
  }
}
