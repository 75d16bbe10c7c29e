public import Support

/// Why bytes are not a Varlink message.
public enum MessageError: Error, Equatable {
  /// The text is not JSON, or it is not a call or a reply.
  case malformed(reason: Bytes)
  /// The message is longer than `limit` bytes.
  case tooLarge(limit: Int)
}

extension JSONError {
  /// The reason as text.
  var reason: Bytes {
    switch self {
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .tooDeep: "nested more than 16 deep"
    case .tooManyMembers: "more than 128 members in an object"
    case .malformed(let position): "not JSON at byte \(position)"
    case .notUTF8: "not UTF-8"
    case .duplicateName(let name): "'\(name)' twice in an object"
    case .numberOutOfRange: "a number out of range"
    }
  }
}
