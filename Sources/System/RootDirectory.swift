internal import CLinux
import Support

/// Keeps a process of an initramfs in the root file system of the machine.
///
/// switch_root(8) and run-init(8) move `/run` to the new root. A process that was started before keeps the old root,
/// where `/run`, `/dev` and all files are missing. The parent of the moved `/run` is the new root (path_resolution(7)).
public final class RootDirectory {
  /// `/run`, opened before the move.
  private let run: FileDescriptor
  /// When `follow` looks again, in nanoseconds of CLOCK_MONOTONIC: a mount may be the last event of a switch_root(8).
  public private(set) var deadline: Int64 = 0

  /// Nanoseconds between looks.
  private static var interval: Int64 { 250_000_000 }

  /// Opens `/run`. Throws the errno of open(2).
  public init() throws(SystemError) { run = try FileDescriptor(folder: "/run") }

  /// Changes the root directory of this process to that of the machine, if `/run` was moved there (chroot(2)). Returns
  /// whether it did. Does nothing before `deadline`. Needs CAP_SYS_CHROOT.
  public func follow(now: Int64) -> Bool {
    if now < deadline { return false }
    deadline = now + RootDirectory.interval
    if let current = try? FileDescriptor(folder: "/run"), current.isSameFile(as: run) { return false }
    guard fchdir(run.number) == 0, change(to: "..") else { return false }
    defer { _ = change(to: "/") }
    // A /run that was not moved but unmounted is its own parent; that of a covered one is our root. The new root may
    // have mounted another file system over the moved /run already.
    guard let parent = try? FileDescriptor(folder: "."), let root = try? FileDescriptor(folder: "/"),
      !parent.isSameFile(as: run), !parent.isSameFile(as: root)
    else { return false }
    return linux_change_root() == 0
  }

  /// Changes the working directory (chdir(2)). Returns whether it did.
  private func change(to folder: Bytes) -> Bool { folder.withCString { chdir($0) } == 0 }
}
