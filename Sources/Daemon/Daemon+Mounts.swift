import DaemonCore
import ScreenAPI
import Support
import System

/// What a mount changes while the daemon runs.
extension Daemon {
  /// Watches the mounts (proc(5), /proc/pid/mounts and poll(2)). A boot script may mount a `/run` of its own over that
  /// of the initramfs, and nobody could reach the daemon at its socket any more. The folder of the duration history may
  /// be on a file system that is mounted late.
  func watchMounts() {
    guard let mounts = try? FileDescriptor(reading: "/proc/self/mounts") else { return }
    // Fails only when memory runs out.
    _ = try? loop.watch(mounts, urgent: true) { [unowned(unsafe) self] _ in
      restoreSocket()
      historyStore?.noteMount()
    }
  }

  /// Listens again at the socket's path if no server answers there. A socket of the service manager is left to it.
  /// While the root changes, this process does not see `/run`.
  func restoreSocket() {
    guard let ownSocket, !ownSocket.hasPrefix("@"), rootDirectory == nil,
      let socket = try? Socket.listening(at: ownSocket)
    else { return }
    try? server?.listen(on: socket)  // fails only when memory runs out
    ownSocketInode = File.inode(of: ownSocket)
    listeningSockets.append((name: "varlink", descriptor: socket))
    listenForSuccessor(beside: ownSocket)
    restartState.save()
  }
}
