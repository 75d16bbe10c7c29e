import Support
public import Varlink

/// When a daemon ends after a call of `Quit`.
public enum QuitKind: Equatable {
  case now
  /// When another program's first frame has replaced the last picture.
  case retain
  /// When the process that the service manager starts next has taken over; until then the animation goes on.
  case restart
  /// When the next picture is there; until then the animation goes on.
  case handover

  /// The kind that a call asks for. Throws `InvalidParameter` if it asks for more than one.
  public init(_ call: Call) throws(Reply) {
    let kinds: [(name: StaticString, kind: QuitKind)] = [
      ("retain", .retain), ("handover", .handover), ("restart", .restart),
    ]
    self = .now
    var first: StaticString?
    for (name, kind) in kinds where try call.flag(name) {
      if let first { throw .invalidParameter(Bytes(name), "not with \(first); give one of them") }
      (self, first) = (kind, name)
    }
  }
}
