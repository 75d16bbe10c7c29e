public import Support

/// A message of SWUpdate's progress socket (`struct progress_msg` of include/progress_ipc.h).
public struct SWUpdateFrame: Equatable, Sendable {
  /// `RECOVERY_STATUS` of include/swupdate_status.h.
  public enum Status: UInt32, Sendable {
    case idle, start, run, success, failure, download, done, subprocess, progress
  }

  /// Memory layout of the structure. SWUpdate announces the same version for both.
  enum Layout: CaseIterable {
    /// Without padding, since SWUpdate 2025.12.
    case packed
    /// With 8-byte alignment of the 64-bit field.
    case unpacked

    /// In bytes.
    var size: Int { self == .packed ? 2408 : 2416 }
    /// Offset of the fields after the 64-bit field, relative to `packed`, in bytes.
    fileprivate var shift: Int { self == .packed ? 0 : 4 }
  }

  /// Version of the interface: `0x00020000` is 2.0.0. 0 in old releases without a version.
  let version: UInt32
  /// State of the update.
  public let status: Status
  /// Progress of the download, 0…100.
  public let downloadPercent: Int
  /// Number of steps; 0 if it is unknown.
  public let stepCount: Int
  /// The current step, counted from 1; 0 before the first one, and `stepCount` + 1 after the last one.
  public let step: Int
  /// Progress of the current step, 0…100.
  public let percent: Int
  /// Name of the file that is being installed, as valid UTF-8.
  public let image: Bytes
  /// JSON about the update, or about what suricatta does; empty in most frames.
  let info: Bytes

  /// Progress of the whole update, 0…1; nil if the number of steps is unknown.
  public var value: Double? {
    if stepCount == 0 { return nil }
    return min(1, max(0, (Double(step) - 1 + Double(percent) / 100) / Double(stepCount)))
  }

  /// Parses the first 2408 bytes, which have all fields used here in both layouts. Values are clamped: a handler may
  /// report more than 100 percent. Nil if there are fewer bytes, or for an unknown status.
  init?(_ bytes: ArraySlice<UInt8>, _ layout: Layout) {
    guard bytes.count >= Layout.packed.size, let status = Status(rawValue: bytes.word(4)) else { return nil }
    let shift = layout.shift, steps = min(SWUpdateFrame.stepLimit, bytes.word(20 + shift))
    version = bytes.word(0)
    self.status = status
    downloadPercent = Int(min(100, bytes.word(8)))
    stepCount = Int(steps)
    step = Int(min(steps + 1, bytes.word(24 + shift)))
    percent = Int(min(100, bytes.word(28 + shift)))
    image = Bytes(bytes.dropFirst(32 + shift).prefix(256).prefix { $0 != 0 }).validCString
    info = Bytes(bytes.dropFirst(360 + shift).prefix(Int(min(2048, bytes.word(356 + shift))))).validCString
  }

  private static var stepLimit: UInt32 { 1_000_000 }

  /// Whether the values of a frame are plausible for a layout. `bytes` has at least 2408.
  static func isPlausible(_ bytes: ArraySlice<UInt8>, _ layout: Layout) -> Bool {
    let shift = layout.shift
    let counts = (steps: bytes.word(20 + shift), step: bytes.word(24 + shift), percent: bytes.word(28 + shift))
    // A step of `steps` + 1 is the end of the last step.
    let isOrdered = counts.step == 0 || counts.steps > 0 && counts.step - 1 <= counts.steps
    let hasSize =
      switch layout {
      case .packed: bytes.word(16) < 65536
      // Padding precedes the field. A multiple of 4 GiB is not a download size but a field of the other layout.
      case .unpacked: bytes.word(12) == 0 && (bytes.word(20) == 0 || bytes.word(16) != 0)
      }
    return Status(rawValue: bytes.word(4)) != nil && bytes.word(8) <= 100 && counts.steps < stepLimit && isOrdered
      && counts.percent <= 100 && bytes.word(352 + shift) < 256 && bytes.word(356 + shift) <= 2048 && hasSize
      && bytes.dropFirst(32 + shift).prefix(256).contains(0)
  }
}

extension ArraySlice<UInt8> {
  /// The 32 bits at an offset. The sender runs on the same machine, and all supported machines are little-endian.
  func word(_ offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(self[startIndex + offset + $1]) << UInt32(8 * $1) }
  }
}
