internal import CLinux
public import Support

/// The folders in which this process may change files (landlock(7), Linux 5.13).
public enum Landlock {
  /// Restricts this process and its children: from now on they change files only in `folders` and below them. Folders
  /// that do not exist are left out. Files that are open stay writable. Without any folder, they also connect to no
  /// abstract sockets and send signals to no processes but each other's (Linux 6.12). Throws ENOSYS or EOPNOTSUPP if
  /// the kernel has no Landlock.
  public static func allowChanges(in folders: [Bytes]) throws(SystemError) {
    // The ruleset forbids opening /proc/self/oom_score_adj for writing.
    OOMScore.open()
    let ruleset = FileDescriptor(
      owning: try system("landlock_create_ruleset") {
        linux_landlock_begin(folders.isEmpty ? 1 : 0)
      })
    for folder in folders { _ = folder.withCString { linux_landlock_allow(ruleset.number, $0) } }
    _ = try system("landlock_restrict_self") { linux_landlock_apply(ruleset.number) }
  }
}
