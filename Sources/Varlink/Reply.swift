public import Support

/// A Varlink reply (varlink.org, "Method Reply"): the parameters of a result, or an error with its parameters.
public struct Reply: Error {
  /// The name of the interface and of the error; nil for a result.
  public let error: Bytes?
  /// The members of `parameters`, in their order.
  public let parameters: [JSON.Member]
  /// Whether further replies to the same call follow.
  public private(set) var continues = false
  /// The text of a reply that is sent more than once.
  private var preparedText: Bytes?

  /// A result.
  public init(_ parameters: [JSON.Member] = []) {
    error = nil
    self.parameters = parameters
  }

  /// An error.
  public init(error: Bytes, _ parameters: [JSON.Member] = []) {
    self.error = error
    self.parameters = parameters
  }

  /// Parses a reply without the NUL byte. Throws `MessageError.malformed` if the text is not JSON, or not a reply.
  public init(_ text: Bytes) throws(MessageError) {
    let value: JSON
    do { value = try JSON(text, limit: Framing.replyLimit) } catch { throw .malformed(reason: error.reason) }
    switch (value, value["error"], value["parameters"] ?? .object([])) {
    case (.object, nil, .object(let members)):
      error = nil
      parameters = members
    case (.object, .string(let name)?, .object(let members)):
      error = name
      parameters = members
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
    reply.continues = true
    reply.preparedText = nil
    return reply
  }

  /// The parameter of that name; nil if it is missing.
  public subscript(name: StaticString) -> JSON? { parameters.first { $0.isNamed(name) }?.value }

  /// The reply as JSON, without the NUL byte.
  public var text: Bytes {
    if let preparedText { return preparedText }
    var members: [JSON.Member] = []
    if let error { members.append(JSON.Member("error", .string(error))) }
    members.append(JSON.Member("parameters", .object(parameters)))
    if continues { members.append(JSON.Member("continues", .bool(true))) }
    return JSON.object(members).text
  }
}
