public import Support

/// The errors of io.loaderd.Screen, and what they mean to a person. The rest of this module knows no interface but Varlink's own.
extension Reply {
  /// The text was not a call. The connection ends, because it is unknown where the next call would start.
  public static func malformed(_ reason: Bytes) -> Reply {
    Reply(error: "io.loaderd.Screen.MalformedCall", [JSON.Member("reason", .string(reason))])
  }

  /// A message longer than `limit` bytes.
  public static func tooLarge(limit: Int) -> Reply {
    Reply(error: "io.loaderd.Screen.TooLarge", [JSON.Member("limit", .integer(limit))])
  }

  /// A call that was begun and not finished.
  public static var timedOut: Reply { Reply(error: "io.loaderd.Screen.TimedOut") }
  /// This user may not do that.
  public static var notPermitted: Reply { Reply(error: "io.loaderd.Screen.NotPermitted") }
  /// There are as many connections as may be.
  public static var tooManyClients: Reply { Reply(error: "io.loaderd.Screen.TooManyClients") }

  /// There is no display, or it is another program's.
  public static func noDisplay(_ reason: Bytes) -> Reply {
    Reply(error: "io.loaderd.Screen.NoDisplay", [JSON.Member("reason", .string(reason))])
  }

  /// What a person is told of a loader that does not exist.
  public static func unknownLoaderSentence(_ name: Bytes, known: [Bytes]) -> Bytes {
    "no loader '\(name)'; there are \(known.joined(by: ", "))\(name.suggestion(among: known))"
  }

  /// There is no loader of that name.
  public static func unknownLoader(_ name: Bytes, known: [Bytes]) -> Reply {
    Reply(
      error: "io.loaderd.Screen.UnknownLoader",
      [JSON.Member("name", .string(name)), JSON.Member("known", .array(known.map { .string($0) }))])
  }

  /// A member that is unknown or missing, or whose value cannot be used.
  public static func invalidParameter(_ name: Bytes, _ reason: Bytes) -> Reply {
    Reply(
      error: "io.loaderd.Screen.InvalidParameter",
      [JSON.Member("name", .string(name)), JSON.Member("reason", .string(reason))])
  }
}

extension Reply {
  /// An error in one line for a person.
  public var sentence: Bytes {
    func text(_ name: Bytes) -> Bytes { self[name]?.string ?? "" }
    let name = (error ?? "").split(at: 0x2E).last ?? ""
    switch name {
    case "UnknownLoader":
      let known = self["known"]?.array?.compactMap { $0.string } ?? []
      return Reply.unknownLoaderSentence(text("name"), known: known)
    case "InvalidParameter" where self["reason"] != nil: return "\(text("name")): \(text("reason"))"
    case "NoDisplay" where self["reason"] != nil: return text("reason")
    case "MalformedCall": return "the call was malformed: \(text("reason"))"
    case "TooLarge": return "the call was too large"
    case "NotPermitted": return "loaderd does not permit this user to; see [Access] in loaderd.conf"
    case "TooManyClients": return "too many clients at once; try again"
    default: return parameters.isEmpty ? name : "\(name) \(JSON.object(parameters).text)"
    }
  }
}
