import ScreenAPI
import Support
import System

/// The control socket after another file system was mounted over its folder, as by a boot script that mounts a /run of its
/// own over that of the initramfs. Without this, nobody could reach the daemon any more.
extension Daemon {
  /// Calls `restoreSocket` whenever something is mounted (proc(5), /proc/pid/mounts and poll(2)). A socket of the service
  /// manager is left to it.
  func watchMounts() {
    guard let ownSocket, !ownSocket.hasPrefix("@"), let mounts = try? FileDescriptor(reading: "/proc/self/mounts")
    else { return }
    // Fails only when memory runs out.
    _ = try? loop.watch(mounts, urgent: true) { [unowned(unsafe) self] _ in restoreSocket() }
  }

  /// Listens again at the socket's path if no server answers there. While the root changes, this process does not see
  /// `/run`.
  func restoreSocket() {
    guard let ownSocket, rootDirectory == nil, let socket = try? Socket.listening(at: ownSocket) else { return }
    try? server?.listen(on: socket)  // fails only when memory runs out
    listeningSockets.append((name: "varlink", descriptor: socket))
    listenForSuccessor(beside: ownSocket)
    restartState.save()
  }
}
