public import Support

/// Splits a stream of bytes into messages that end with a NUL byte. Buffers at most one message.
public struct Framing {
  /// The longest call, in bytes.
  public static var limit: Int { 64 * 1024 }
  /// The longest reply that a client reads, in bytes: the state of many leases is longer than a call may be.
  public static var replyLimit: Int { 1024 * 1024 }

  private let limit: Int
  private var pending: [UInt8] = []

  /// The bytes of a message, with the NUL byte at its end.
  public static func message(_ text: Bytes) -> [UInt8] {
    // Without a copy byte by byte, which Embedded Swift makes to append to an array that has no room.
    [UInt8](unsafeUninitializedCapacity: text.count + 1) { message, count in
      text.utf8.withUnsafeBytes { UnsafeMutableRawBufferPointer(message).copyMemory(from: $0) }
      message[text.count] = 0
      count = text.count + 1
    }
  }

  /// `limit` is the longest message, in bytes.
  public init(limit: Int = Framing.limit) { self.limit = limit }

  /// Whether a message has begun and not ended.
  public var isInside: Bool { !pending.isEmpty }

  /// The messages that `bytes` completes, without their NUL bytes. Throws `MessageError.tooLarge` as soon as a message
  /// exceeds the limit.
  public mutating func feed(_ bytes: [UInt8]) throws(MessageError) -> [Bytes] {
    var messages: [Bytes] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0) {
      let message = pending.isEmpty ? Bytes(rest[..<end]) : Bytes(pending + rest[..<end])
      if message.count > limit { throw .tooLarge(limit: limit) }
      messages.append(message)
      pending = []
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { pending += rest }
    if pending.count > limit { throw .tooLarge(limit: limit) }
    return messages
  }
}
