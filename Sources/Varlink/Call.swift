public import Support

/// A Varlink call (varlink.org, "Method Call"): one JSON object that ends with a NUL byte.
public struct Call {
  /// The name of the interface and of the method: `org.varlink.service.GetInfo`.
  public let method: Bytes
  /// The members of `parameters`, in their order.
  public let parameters: [JSON.Member]
  /// The client wants no reply.
  public let isOneway: Bool
  /// The client accepts several replies.
  public let wantsMore: Bool

  /// A call of `method`, the name of the interface included.
  public init(_ method: Bytes, _ parameters: [JSON.Member] = [], oneway: Bool = false, more: Bool = false) {
    self.method = method
    self.parameters = parameters
    isOneway = oneway
    wantsMore = more
  }

  /// Parses a call without the NUL byte. Throws `MessageError.malformed` if the text is not JSON, or not a call.
  public init(_ text: Bytes) throws(MessageError) {
    let value: JSON
    do { value = try JSON(text) } catch { throw .malformed(reason: error.reason) }
    var method: Bytes?, parameters: [JSON.Member]? = [], isOneway = false, wantsMore = false
    for member in value.members ?? [] {
      switch member.name {
      case "method": method = member.value.string
      case "parameters": parameters = member.value == .null ? [] : member.value.members
      case "oneway": isOneway = member.value == .bool(true)
      case "more": wantsMore = member.value == .bool(true)
      default: break
      }
    }
    guard let method else { throw .malformed(reason: "a call is an object with a method") }
    guard let parameters else { throw .malformed(reason: "parameters must be an object") }
    (self.method, self.parameters) = (method, parameters)
    (self.isOneway, self.wantsMore) = (isOneway, wantsMore)
  }

  /// The call without a parameter.
  public func without(_ name: StaticString) -> Call {
    Call(method, parameters.filter { !(name ~= $0.name) }, oneway: isOneway, more: wantsMore)
  }

  /// The call as JSON, without the NUL byte.
  public var text: Bytes {
    var members = [JSON.Member("method", .string(method)), JSON.Member("parameters", .object(parameters))]
    if isOneway { members.append(JSON.Member("oneway", .bool(true))) }
    if wantsMore { members.append(JSON.Member("more", .bool(true))) }
    return JSON.object(members).text
  }

  /// The parameter of that name; nil if it is missing or null.
  public subscript(name: StaticString) -> JSON? {
    let value = parameters.first { $0.isNamed(name) }?.value
    return value == .null ? nil : value
  }
}
