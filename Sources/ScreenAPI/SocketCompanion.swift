public import Support

/// A file that loaderd keeps beside its control socket.
public enum SocketCompanion: Sendable {
  /// The call journal, for a restarted loaderd.
  case state
  /// The events of this boot, which outlive loaderd.
  case timeline
  /// The socket at which a successor takes over.
  case handover
  /// Exists after an installation, and after loaderd has ended on request, until it starts. With socket activation, a
  /// connection starts loaderd; a client that must not start it looks for this file first.
  case ended
  /// Exists while the log is on the screen.
  case console
  /// Exists while loaderd waits for the end of the boot.
  case bootEnd
  /// The durations that were learned in this boot.
  case history
  /// Exists if these were written to the disk in this boot.
  case keptHistory

  /// The path for a control socket; empty without a socket, and for an abstract one, which has no folder.
  public func path(beside socket: Bytes) -> Bytes {
    if socket.isEmpty || socket.hasPrefix("@") { return "" }
    return switch self {
    case .state: socket + ".state"
    case .timeline: socket + ".timeline"
    case .handover: socket + ".handover"
    case .ended: socket + ".ended"
    case .console: socket + ".console"
    case .bootEnd: socket + ".boot-end"
    case .history: socket + ".experience"
    case .keptHistory: socket + ".kept"
    }
  }
}
