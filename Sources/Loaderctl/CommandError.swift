import ScreenAPI
import Support
import System
import Varlink

/// Why a verb of loaderctl failed.
enum CommandError: Error {
  /// The arguments are wrong.
  case usage(Bytes)
  /// A file, a socket or a device cannot be used.
  case failed(Bytes)
  /// loaderd replied with an error.
  case refused(Reply)
  /// No daemon listens at this socket.
  case noDaemon(Bytes)

  /// An error of connect(2).
  init(connecting error: SystemError, to path: Bytes) {
    if error.isAbsence {
      self = .noDaemon(path)
    } else if error.isDenial {
      let hint: Bytes =
        path == ScreenInterface.socket ? "be root, or in the group loaderd" : "be its owner, or in its group"
      self = .failed("\(path): \(error.reason); \(hint)")
    } else {
      self = .failed("\(path): \(error.text)")
    }
  }

  /// The error for programs, with --json: a Varlink error, or `WrongUsage`, `Failed` or `NoDaemon`.
  var name: Bytes {
    switch self {
    case .usage: "WrongUsage"
    case .failed: "Failed"
    case .refused(let reply): reply.error ?? "Failed"
    case .noDaemon: "NoDaemon"
    }
  }

  /// The error for people.
  var sentence: Bytes {
    switch self {
    case .usage(let text), .failed(let text): text
    case .refused(let reply): reply.sentence
    case .noDaemon(let path): "no loaderd answers at \(path); start it, or name its --socket"
    }
  }

  var exitStatus: Int32 {
    switch self {
    case .usage: ExitStatus.wrongUsage
    case .failed, .refused: ExitStatus.refused
    case .noDaemon: ExitStatus.noDaemon
    }
  }
}

/// Runs `body`; converts its error.
func checked<Value>(_ body: () throws(UsageError) -> Value) throws(CommandError) -> Value {
  do throws(UsageError) {
    return try body()
  } catch {
    throw .usage(error.text)
  }
}
