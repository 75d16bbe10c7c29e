import Support

/// Parses the byte stream of a connection into requests of plymouthd's protocol. Buffers at most one request.
///
/// A request is a command byte and 0, or a command byte, 2, a length of 1…255, and that many bytes. The last byte is
/// NUL.
public struct PlymouthStream {
  private var pending: [UInt8] = []
  /// True after malformed data. The start of the next request is unknown then, so the connection must be closed.
  public private(set) var isBroken = false

  /// A parser at the start of a connection.
  public init() {}

  /// The requests that `bytes` completes. Everything after malformed data is ignored.
  public mutating func feed(_ bytes: [UInt8]) -> [PlymouthRequest] {
    if isBroken { return [] }
    var requests: [PlymouthRequest] = []
    pending += bytes
    var rest = pending[...]
    while rest.count >= 2, !isBroken {
      let kind = rest[rest.startIndex + 1]
      if kind == 0 {
        requests.append(PlymouthRequest(PlymouthRequest.Command(rawValue: rest[rest.startIndex])))
        rest = rest.dropFirst(2)
        continue
      }
      guard kind == 2 else {
        isBroken = true
        break
      }
      guard rest.count >= 3 else { break }
      let length = Int(rest[rest.startIndex + 2])
      guard length > 0, rest.count < 3 + length || rest[rest.startIndex + 2 + length] == 0 else {
        isBroken = true
        break
      }
      guard rest.count >= 3 + length else { break }
      let argument = Bytes(rest.dropFirst(3).prefix(length - 1))
      requests.append(PlymouthRequest(PlymouthRequest.Command(rawValue: rest[rest.startIndex]), argument))
      rest = rest.dropFirst(3 + length)
    }
    pending = isBroken ? [] : Array(rest)
    return requests
  }
}
