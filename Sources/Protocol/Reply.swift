public import Notation

/// A Varlink reply: parameters, or the name of an error with its own.
public struct Reply: Error {
  public let error: Bytes?
  public let parameters: [JSON.Member]
  /// Whether more follow it.
  public private(set) var continues = false
  private var written: Bytes?

  public init(_ parameters: [JSON.Member] = []) { (error, self.parameters) = (nil, parameters) }

  public init(error: Bytes, _ parameters: [JSON.Member] = []) { (self.error, self.parameters) = (error, parameters) }

  /// Throws when the text is not a reply.
  public init(_ text: Bytes) throws(Reply) {
    let value: JSON
    do { value = try JSON(text) } catch { throw .malformed(error.reason) }
    switch (value, value["error"], value["parameters"] ?? .object([])) {
    case (.object, nil, .object(let members)): (error, parameters) = (nil, members)
    case (.object, .string(let name)?, .object(let members)): (error, parameters) = (name, members)
    default: throw .malformed("a reply is an object with parameters, and an error's name")
    }
  }

  /// The same, written once for all the times that it is sent.
  public var prepared: Reply {
    var reply = self
    reply.written = text
    return reply
  }

  /// The same, with more to follow.
  public var continuing: Reply {
    var reply = self
    (reply.continues, reply.written) = (true, nil)
    return reply
  }

  public subscript(name: Bytes) -> JSON? { parameters.first { $0.name == name }?.value }

  public var text: Bytes {
    if let written { return written }
    var members: [JSON.Member] = []
    if let error { members.append(JSON.Member("error", .string(error))) }
    members.append(JSON.Member("parameters", .object(parameters)))
    if continues { members.append(JSON.Member("continues", .bool(true))) }
    return JSON.object(members).text
  }
}

extension Reply {
  /// The text was not a call; the connection ends, because nobody knows where the next call would start.
  public static func malformed(_ reason: Bytes) -> Reply {
    Reply(error: "io.loaderd.Screen.MalformedCall", [JSON.Member("reason", .string(reason))])
  }

  public static func tooLarge(limit: Int) -> Reply {
    Reply(error: "io.loaderd.Screen.TooLarge", [JSON.Member("limit", .integer(limit))])
  }

  public static var timedOut: Reply { Reply(error: "io.loaderd.Screen.TimedOut") }
  public static var notPermitted: Reply { Reply(error: "io.loaderd.Screen.NotPermitted") }
  public static var tooManyClients: Reply { Reply(error: "io.loaderd.Screen.TooManyClients") }

  /// There is no display, or it is another program's.
  public static func noDisplay(_ reason: Bytes) -> Reply {
    Reply(error: "io.loaderd.Screen.NoDisplay", [JSON.Member("reason", .string(reason))])
  }

  public static func unknownLoader(_ name: Bytes, known: [Bytes]) -> Reply {
    Reply(
      error: "io.loaderd.Screen.UnknownLoader",
      [JSON.Member("name", .string(name)), JSON.Member("known", .array(known.map { .string($0) }))])
  }

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
      return "no loader '\(text("name"))'; there are \(known.joined(by: ", "))"
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
