public import Support

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
    do { value = try JSON(text, limit: Framing.replyLimit) } catch { throw .malformed(error.reason) }
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
