import Support
import System

/// Finds the socket of a compositor: an inherited connection (WAYLAND_SOCKET), else the path from the environment or
/// the configuration.
struct WaylandSocket {
  /// The socket's path; empty where none is named.
  let path: Bytes
  private let missingPathReason: Bytes

  /// `setting` is the configured path or name, used where WAYLAND_DISPLAY is not set.
  init(_ setting: Bytes?) {
    let given = Environment["WAYLAND_DISPLAY"] ?? "", folder = Environment["XDG_RUNTIME_DIR"] ?? ""
    let name = given.isEmpty ? setting ?? "" : given
    path = name.isEmpty || name.hasPrefix("/") ? name : folder.hasPrefix("/") ? "\(folder)/\(name)" : ""
    missingPathReason =
      name.isEmpty
      ? "no socket is known; set WAYLAND_DISPLAY, or wayland in [Screen] of loaderd.conf"
      : "WAYLAND_DISPLAY is \(name), and not where that is; set XDG_RUNTIME_DIR too, or give a whole path"
  }

  /// The folder of the socket, with a slash at its end.
  var folder: Bytes { path.parentFolder + "/" }

  /// Connects without blocking. Throws when no compositor listens there, and for one that any user may have started.
  func connect() throws(OutputError) -> FileDescriptor {
    if let number = Environment["WAYLAND_SOCKET"] {
      Environment.remove("WAYLAND_SOCKET")  // valid for one connection, and not for child processes
      if let socket = Socket.inherited(Decimal.integer(number) ?? -1) { return socket }
    }
    if path.isEmpty { throw OutputError(missingPathReason) }
    let socket: FileDescriptor
    do throws(SystemError) {
      socket = try Socket.connectedAtOnce(to: path)
    } catch {
      if !error.isAbsence {
        let advice: Bytes = error.isDenial ? "; run loaderd as a user who may open it" : ""
        throw OutputError("\(path): \(error.reason)\(advice)", error)
      }
      let isOtherFile = File.exists(path) && !File.isSocket(path)
      throw OutputError(
        isOtherFile
          ? "\(path) is not a socket; waiting until a compositor listens there"
          : "no compositor listens at \(path); waiting for one", error)
    }
    if File.isWritableForAll(folder), (try? Peer(of: socket))?.isTrusted != true {
      throw OutputError("\(path) is another user's, in a folder that all can write to; move it to one of that user")
    }
    return socket
  }
}
