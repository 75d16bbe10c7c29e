import Foundation
import Process

/// The two clients of plymouthd's protocol.
enum PlymouthProgram: String, CaseIterable, Sendable {
  /// Debian's, of build/peers.
  case real
  /// loaderd by the name `plymouth`.
  case ours

  /// The program; `folder` is for the symbolic link.
  func program(in folder: Folder) -> Program {
    if self == .real { return Peers.program("plymouth") }
    symlink(Program.loaderd.path, folder["plymouth"])
    return Program(folder["plymouth"], in: folder)
  }
}
