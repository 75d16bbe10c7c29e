public import Notation

/// Cuts a stream of bytes into messages that end with a NUL byte, holding no more than one message's limit.
public struct Framing {
  /// The longest message, in bytes.
  public static var limit: Int { 64 * 1024 }

  private var pending: [UInt8] = []

  public init() {}

  /// Whether a message has begun and not ended.
  public var isInside: Bool { !pending.isEmpty }

  /// The messages that `bytes` completes. Throws `TooLarge` as soon as one cannot fit any more.
  public mutating func take(_ bytes: [UInt8]) throws(Reply) -> [Bytes] {
    var messages: [Bytes] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0) {
      pending += rest[..<end]
      if pending.count > Framing.limit { throw .tooLarge(limit: Framing.limit) }
      messages.append(Bytes(pending))
      pending = []
      rest = rest[(end + 1)...]
    }
    pending += rest
    if pending.count > Framing.limit { throw .tooLarge(limit: Framing.limit) }
    return messages
  }
}
