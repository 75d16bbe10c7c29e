public import Support
public import Varlink

/// The errors of io.loaderd.Screen (`io.loaderd.Screen.varlink`).
extension Reply {
  /// The reply to a message that is not a call. The connection ends after it, because the start of the next call is
  /// unknown.
  public init(_ error: MessageError) {
    switch error {
    case .malformed(let reason): self = .malformed(reason)
    case .tooLarge(let limit): self = .tooLarge(limit: limit)
    }
  }

  /// The message was not a call. The connection ends after this error.
  public static func malformed(_ reason: Bytes) -> Reply {
    Reply(error: "io.loaderd.Screen.MalformedCall", [JSON.Member("reason", .string(reason))])
  }

  /// A message, a result or the unread replies were longer than `limit` bytes.
  public static func tooLarge(limit: Int) -> Reply {
    Reply(error: "io.loaderd.Screen.TooLarge", [JSON.Member("limit", .integer(limit))])
  }

  /// A call was begun and not finished in time.
  public static var timedOut: Reply { Reply(error: "io.loaderd.Screen.TimedOut") }
  /// The user of the client may not call this method.
  public static var notPermitted: Reply { Reply(error: "io.loaderd.Screen.NotPermitted") }
  /// The number of connections, or of calls that wait for a worker process, is at its maximum.
  public static var tooManyClients: Reply { Reply(error: "io.loaderd.Screen.TooManyClients") }

  /// There is no display, or another program has it.
  public static func noDisplay(_ reason: Bytes) -> Reply {
    Reply(error: "io.loaderd.Screen.NoDisplay", [JSON.Member("reason", .string(reason))])
  }

  /// There is no loader named `name`; `known` are the names of all loaders.
  public static func unknownLoader(_ name: Bytes, known: [Bytes]) -> Reply {
    Reply(
      error: "io.loaderd.Screen.UnknownLoader",
      [JSON.Member("name", .string(name)), JSON.Member("known", .array(known.map { .string($0) }))])
  }

  /// A parameter is unknown or missing, or its value cannot be used.
  public static func invalidParameter(_ name: Bytes, _ reason: Bytes) -> Reply {
    Reply(
      error: "io.loaderd.Screen.InvalidParameter",
      [JSON.Member("name", .string(name)), JSON.Member("reason", .string(reason))])
  }
}

extension Reply {
  /// The text of the error `unknownLoader`, with the most similar name as a suggestion.
  public static func unknownLoaderSentence(_ name: Bytes, known: [Bytes]) -> Bytes {
    "no loader \(quoted: name); there are \(known.joined(by: ", "))\(name.suggestion(among: known))"
  }

  /// The error in one line, to be printed or logged.
  public var sentence: Bytes {
    func text(_ name: StaticString) -> Bytes { self[name]?.string ?? "" }
    let name = (error ?? "").split(at: UInt8(ascii: ".")).last ?? ""
    switch name {
    case "UnknownLoader":
      let known = self["known"]?.array?.compactMap { $0.string } ?? []
      return Reply.unknownLoaderSentence(text("name"), known: known)
    case "InvalidParameter" where self["reason"] != nil: return "\(text("name")): \(text("reason"))"
    case "NoDisplay" where self["reason"] != nil: return text("reason")
    case "MethodNotImplemented":
      return "the daemon has no method \(text("method")); loaderd-minimal shows baked screens only"
    case "MalformedCall": return "the call was malformed: \(text("reason"))"
    case "TooLarge": return "the call or its result was too large"
    case "NotPermitted": return "loaderd does not permit this call to this user; see [Access] in loaderd.conf"
    case "TooManyClients": return "too many clients at once; try again"
    default: return parameters.isEmpty ? name : "\(name) \(JSON.object(parameters).text)"
    }
  }
}
