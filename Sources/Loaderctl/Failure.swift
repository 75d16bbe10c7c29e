import System
import Loaders
import ScreenAPI
import Support
import Varlink

/// Why a command was not done.
enum Failure: Error {
  /// The arguments cannot be used.
  case usage(Bytes)
  /// Something on this machine cannot be used: a file, a socket.
  case failed(Bytes)
  /// The daemon answered with an error.
  case refused(Reply)
  /// No daemon listens at a socket.
  case absent(Bytes)

  /// Why there is no connection to the daemon.
  init(connecting error: SystemError, to path: Bytes) {
    if error.isAbsence {
      self = .absent(path)
    } else if error.isDenial {
      let remedy: Bytes =
        path == Invocation.usualSocket ? "be root, or in the group loaderd" : "be its owner, or in its group"
      self = .failed("\(path): \(error.reason); \(remedy)")
    } else {
      self = .failed("\(path): \(error.text)")
    }
  }

  /// For programs: a Varlink error, or one of ours.
  var name: Bytes {
    switch self {
    case .usage: "WrongUsage"
    case .failed: "Failed"
    case .refused(let reply): reply.error ?? "Failed"
    case .absent: "NoDaemon"
    }
  }

  /// For a person.
  var sentence: Bytes {
    switch self {
    case .usage(let text), .failed(let text): text
    case .refused(let reply): reply.sentence
    case .absent(let path): "no loaderd answers at \(path); start it, or name its --socket"
    }
  }

  var status: Int32 {
    switch self {
    case .usage: Control.Status.wrongUsage
    case .failed, .refused: Control.Status.refused
    case .absent: Control.Status.noDaemon
    }
  }
}

/// Turns a usage error into this program's failure.
func checked<Value>(_ body: () throws(UsageError) -> Value) throws(Failure) -> Value {
  do throws(UsageError) {
    return try body()
  } catch {
    throw .usage(error.text)
  }
}

/// Turns an error of a parameter into this program's failure.
func checkedParameter<Value>(_ body: () throws(ParameterError) -> Value) throws(Failure) -> Value {
  do throws(ParameterError) {
    return try body()
  } catch {
    throw .usage("\(error.name): \(error.reason)")
  }
}
