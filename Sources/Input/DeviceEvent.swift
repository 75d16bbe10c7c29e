/// An event of a keyboard or a touch screen.
///
/// The input helper writes events to a pipe in their memory layout; both ends are the same program.
public struct DeviceEvent: Equatable, Sendable, BitwiseCopyable {
  /// What happened.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// A key was pressed.
    case key
    /// A finger touched the screen, moved, or was lifted.
    case down, move, up
    /// Events were lost, for example because a device was removed: fingers and gestures must be reset.
    case lost
  }

  /// CLOCK_MONOTONIC in nanoseconds.
  public let time: Int64
  /// What happened. Bytes that no helper of ours writes are lost events.
  public var kind: Kind { Kind(rawValue: rawKind) ?? .lost }
  private let rawKind: UInt8
  /// The key code (linux/input-event-codes.h), or the slot of the finger.
  public let code: Int32
  /// Position on the device, 0…1 from left to right and from top to bottom; 0 for events without a position.
  public let x, y: Float

  /// An event at a time (CLOCK_MONOTONIC, ns).
  public init(_ kind: Kind, _ code: Int32 = 0, x: Float = 0, y: Float = 0, at time: Int64) {
    rawKind = kind.rawValue
    self.code = code
    self.x = x
    self.y = y
    self.time = time
  }

  /// Size of an encoded event in bytes.
  public static var size: Int { MemoryLayout<DeviceEvent>.stride }

  /// Appends the encoded event, padded to `size`.
  func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: self) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: [UInt8](repeating: 0, count: DeviceEvent.size - MemoryLayout<DeviceEvent>.size))
  }

  /// Decodes and removes events encoded with `append(to:)`. Of an incomplete one, the bytes stay.
  public static func removeAll(from bytes: inout [UInt8]) -> [DeviceEvent] {
    let count = bytes.count / size
    defer { bytes.removeFirst(count * size) }
    return bytes.withUnsafeBytes { memory in
      (0..<count).map { memory.loadUnaligned(fromByteOffset: $0 * size, as: DeviceEvent.self) }
    }
  }
}
