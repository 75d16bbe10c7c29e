/// How the process ends, and what it leaves.
enum ProcessEnd {
  /// On request, or by a signal: no successor is wanted.
  case final
  /// A successor has taken over the display, the sockets and the state.
  case handedOver
  /// The service manager starts a successor because of the exit status. The picture stays until then.
  case restarting
  /// A successor will start that cannot take over from this process: it needs the state that is stored.
  case leavingState
  /// After an error that was logged.
  case failed

  var exitStatus: Int32 {
    switch self {
    case .final, .handedOver, .leavingState: 0
    case .restarting: RestartState.exitStatus
    case .failed: 1
    }
  }
}
