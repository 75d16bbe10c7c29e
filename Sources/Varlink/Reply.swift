public import Support

/// A Varlink reply (varlink.org, "Method Reply"): the parameters of a result, or an error with its parameters.
public struct Reply: Error {
  /// The name of the interface and of the error; nil for a result.
  public let error: Bytes?
  /// The members of `parameters`, in their order; none if only their text is there.
  private let members: [JSON.Member]
  /// Whether further replies to the same call follow.
  public private(set) var continues = false
  /// The text of a reply whose parameters were written already, or which is sent more than once.
  private var preparedText: Bytes?

  /// A result.
  public init(_ parameters: [JSON.Member] = []) {
    error = nil
    members = parameters
  }

  /// An error.
  public init(error: Bytes, _ parameters: [JSON.Member] = []) {
    self.error = error
    members = parameters
  }

  /// A result whose parameters `body` writes. There is memory for `room` bytes before it grows.
  public init(room: Int = 256, _ body: (inout JSONObjectText) -> Void) {
    error = nil
    members = []
    var reply = JSONObjectText(room: room)
    reply.add("parameters", body)
    preparedText = reply.finished()
  }

  /// Parses a reply without the NUL byte. Throws `MessageError.malformed` if the text is not JSON, or not a reply.
  public init(_ text: Bytes) throws(MessageError) {
    let value: JSON
    do { value = try JSON(text, limit: Framing.replyLimit) } catch { throw .malformed(reason: error.reason) }
    continues = value["continues"] == .bool(true)
    switch (value, value["error"], value["parameters"] ?? .object([])) {
    case (.object, nil, .object(let members)):
      error = nil
      self.members = members
    case (.object, .string(let name)?, .object(let members)):
      error = name
      self.members = members
    default: throw .malformed(reason: "a reply is an object with parameters, and an error's name")
    }
  }

  /// The same reply with its text computed in advance, for a reply that is sent to several clients.
  public var prepared: Reply {
    var reply = self
    reply.preparedText = text
    return reply
  }

  /// The same reply, announcing that further ones follow.
  public var continuing: Reply {
    var reply = self
    if continues { return reply }
    reply.continues = true
    if let text = preparedText { reply.preparedText = Bytes(text.utf8.dropLast()) + ",\"continues\":true}" }
    return reply
  }

  /// The members of `parameters`, in their order.
  public var parameters: [JSON.Member] {
    guard members.isEmpty, let preparedText else { return members }
    return (try? Reply(preparedText))?.members ?? []
  }

  /// The parameter of that name; nil if it is missing.
  public subscript(name: StaticString) -> JSON? { parameters.first { $0.isNamed(name) }?.value }

  /// The reply as JSON, without the NUL byte.
  public var text: Bytes {
    if let preparedText { return preparedText }
    var object: [JSON.Member] = []
    if let error { object.append(JSON.Member("error", .string(error))) }
    object.append(JSON.Member("parameters", .object(members)))
    if continues { object.append(JSON.Member("continues", .bool(true))) }
    return JSON.object(object).text
  }
}
