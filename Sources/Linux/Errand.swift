internal import CLinux

/// Work that may take long, done by a process of its own that shares our open files, and nothing else.
public final class Errand {
  /// Readable when it is done.
  public let descriptor: FileDescriptor
  private let process: Int32

  /// `body` runs in the other process, which ends with it.
  public init(_ body: () -> Void) throws(SystemError) {
    var end: Int32 = -1
    process = try system("fork") { linux_fork(&end) }
    if process == 0 {
      body()
      _exit(0)
    }
    descriptor = FileDescriptor(owning: end)
  }

  /// What is not done by now is not done.
  deinit { linux_reap(process) }
}
