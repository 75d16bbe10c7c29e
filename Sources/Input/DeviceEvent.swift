/// Something that a person did with a device. It goes from one process to another of the same program as it lies in memory.
public struct DeviceEvent: Equatable, Sendable, BitwiseCopyable {
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// A key was pressed.
    case key
    /// A finger came down, went elsewhere, or was lifted.
    case down, move, up
    /// What was under way has no end: a device has gone.
    case lost
  }

  /// On the monotonic clock, in nanoseconds.
  public let time: Int64
  public let kind: Kind
  /// The key's, or the finger's.
  public let code: Int32
  /// From 0 to 1, left to right and top to bottom on the device; 0 where there is no place.
  public let x, y: Float

  public init(_ kind: Kind, _ code: Int32 = 0, x: Float = 0, y: Float = 0, at time: Int64) {
    (self.kind, self.code, self.x, self.y, self.time) = (kind, code, x, y, time)
  }

  /// Bytes that one takes.
  public static var size: Int { MemoryLayout<DeviceEvent>.stride }

  func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: self) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: [UInt8](repeating: 0, count: DeviceEvent.size - MemoryLayout<DeviceEvent>.size))
  }

  /// Those that bytes hold, which come from `append`.
  public static func all(in bytes: [UInt8]) -> [DeviceEvent] {
    bytes.withUnsafeBytes { memory in
      (0..<bytes.count / size).map { memory.loadUnaligned(fromByteOffset: $0 * size, as: DeviceEvent.self) }
    }
  }
}
