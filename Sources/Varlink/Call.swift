public import Support

/// A Varlink call (varlink.org, "Method Call"): one JSON object that ends with a NUL byte.
public struct Call {
  public let method: Bytes
  public let parameters: [JSON.Member]
  /// The client wants no reply.
  public let isOneway: Bool
  /// The client takes several replies.
  public let wantsMore: Bool

  public init(_ method: Bytes, _ parameters: [JSON.Member] = [], oneway: Bool = false, more: Bool = false) {
    (self.method, self.parameters, isOneway, wantsMore) = (method, parameters, oneway, more)
  }

  /// Throws when the text is not JSON, or not a call.
  public init(_ text: Bytes) throws(Reply) {
    let value: JSON
    do { value = try JSON(text) } catch { throw .malformed(error.reason) }
    func flag(_ name: Bytes) -> Bool { value[name] == .bool(true) }
    guard let method = value["method"]?.string else { throw .malformed("a call is an object with a method") }
    switch value["parameters"] {
    case nil, .null?: parameters = []
    case .object(let members)?: parameters = members
    default: throw .malformed("parameters must be an object")
    }
    (self.method, isOneway, wantsMore) = (method, flag("oneway"), flag("more"))
  }

  public var text: Bytes {
    var members = [JSON.Member("method", .string(method)), JSON.Member("parameters", .object(parameters))]
    if isOneway { members.append(JSON.Member("oneway", .bool(true))) }
    if wantsMore { members.append(JSON.Member("more", .bool(true))) }
    return JSON.object(members).text
  }

  public subscript(name: Bytes) -> JSON? {
    let value = parameters.first { $0.name == name }?.value
    return value == .null ? nil : value
  }
}

extension JSONError {
  var reason: Bytes {
    switch self {
    case .tooLarge: "larger than 64 KiB"
    case .tooDeep: "nested more than 16 deep"
    case .tooManyMembers: "more than 128 members in an object"
    case .malformed(let position): "not JSON at byte \(position)"
    case .notUTF8: "not UTF-8"
    case .duplicateName(let name): "'\(name)' twice in an object"
    case .numberOutOfRange: "a number out of range"
    }
  }
}
