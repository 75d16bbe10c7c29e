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

  /// Parses the first 2408 bytes, which have all fields used here in both layouts. Nil if the values are implausible
  /// for the layout. Where the layout is known, only an unknown status is: a handler may report more than 100 percent.
  init?(_ bytes: ArraySlice<UInt8>, _ layout: Layout, isKnown: Bool = false) {
    guard bytes.count >= Layout.packed.size else { return nil }
    // The sender runs on the same machine, and all supported machines are little-endian.
    func word(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[bytes.startIndex + offset + $1]) << UInt32(8 * $1) }
    }
    let shift = layout.shift
    let counts = (steps: word(20 + shift), step: word(24 + shift), percent: word(28 + shift))
    // A step of `steps` + 1 is the end of the last step.
    let isOrdered = counts.step == 0 || counts.steps > 0 && counts.step - 1 <= counts.steps
    let isPlausible =
      word(8) <= 100 && counts.steps < 1_000_000 && isOrdered && counts.percent <= 100 && word(352 + shift) < 256
      && word(356 + shift) <= 2048
    guard let status = Status(rawValue: word(4)), isKnown || isPlausible else { return nil }
    let total: (low: UInt32, high: UInt32)
    switch layout {
    case .packed:
      total = (word(12), word(16))
      guard isKnown || total.high < 65536 else { return nil }
    case .unpacked:
      total = (word(16), word(20))
      // Padding precedes the field. A multiple of 4 GiB is not a download size but a field of the other layout.
      guard isKnown || word(12) == 0 && (total.high == 0 || total.low != 0) else { return nil }
    }
    let name = bytes.dropFirst(32 + shift).prefix(256)
    guard let end = name.firstIndex(of: 0) ?? (isKnown ? name.endIndex : nil) else { return nil }
    version = word(0)
    self.status = status
    downloadPercent = Int(min(100, word(8)))
    stepCount = Int(min(999_999, counts.steps))
    step = Int(min(counts.steps < 999_999 ? counts.steps + 1 : 999_999, counts.step))
    percent = Int(min(100, counts.percent))
    info = Bytes(bytes.dropFirst(360 + shift).prefix(Int(min(2048, word(356 + shift))))).validCString
    image = Bytes(name[..<end]).validCString
  }
}
