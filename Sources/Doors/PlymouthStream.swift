import Notation

/// Cuts the bytes of a connection into requests of plymouthd's protocol, holding no more than one.
///
/// A request is its command's byte and 0, or its command's byte, 2, a length from 1 to 255 and so many bytes, the last one NUL.
public struct PlymouthStream {
  private var pending: [UInt8] = []
  /// What came is no request. Nobody knows where the next one would start, so that the connection must end.
  public private(set) var isBroken = false

  public init() {}

  /// The requests that `bytes` completes; what follows a broken one is not looked at.
  public mutating func take(_ bytes: [UInt8]) -> [PlymouthRequest] {
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
