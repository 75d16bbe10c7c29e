public import Notation

/// A message of SWUpdate's progress socket: how far an update is.
public struct SWUpdateFrame: Equatable, Sendable {
  public enum Status: UInt32, Sendable {
    case idle, start, run, success, failure, download, done, subprocess, progress
  }

  /// How the sender's compiler laid the structure out; SWUpdate announces the same version for both.
  enum Layout: CaseIterable {
    /// Since 2025.12.
    case packed
    /// With 8-byte alignment of its 64-bit number.
    case unpacked

    var size: Int { self == .packed ? 2408 : 2416 }
    /// How much later than packed the fields behind the 64-bit number are.
    fileprivate var shift: Int { self == .packed ? 0 : 4 }
  }

  /// Of the sender's interface, as in `0x00020000` for 2.0.0; 0 before there were versions.
  let version: UInt32
  public let status: Status
  public let downloadPercent: Int
  /// How many steps there are, the one that is done now (from 1; 0 before the first), and how far that is.
  public let stepCount, step, percent: Int
  /// The file that is installed.
  public let image: Bytes

  /// Of the whole update, from 0 to 1; nil when its steps are not known.
  public var value: Double? {
    if stepCount == 0 { return nil }
    return min(1, max(0, (Double(step) - 1 + Double(percent) / 100) / Double(stepCount)))
  }

  /// Reads the first 2408 bytes, which hold all that counts in either layout; nil where it cannot be one of that layout.
  init?(_ bytes: ArraySlice<UInt8>, _ layout: Layout) {
    guard bytes.count >= Layout.packed.size else { return nil }
    /// Every machine that we run on is little-endian, and so is the sender on it.
    func word(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[bytes.startIndex + offset + $1]) << UInt32(8 * $1) }
    }
    let shift = layout.shift
    let counts = (steps: word(20 + shift), step: word(24 + shift), percent: word(28 + shift))
    // One step more is the end of the last one.
    let isOrdered = counts.step == 0 || counts.steps > 0 && counts.step - 1 <= counts.steps
    guard let status = Status(rawValue: word(4)), word(8) <= 100, counts.steps < 1_000_000, isOrdered,
      counts.percent <= 100, word(352 + shift) < 256, word(356 + shift) <= 2048
    else { return nil }
    let total: (low: UInt32, high: UInt32)
    switch layout {
    case .packed:
      total = (word(12), word(16))
      guard total.high < 65536 else { return nil }
    case .unpacked:
      total = (word(16), word(20))
      // Before it lies padding, and no download is whole multiples of 4 GiB: those are another layout's fields.
      guard word(12) == 0, total.high == 0 || total.low != 0 else { return nil }
    }
    let name = bytes.dropFirst(32 + shift).prefix(256)
    guard let end = name.firstIndex(of: 0) else { return nil }
    (version, self.status, downloadPercent) = (word(0), status, Int(word(8)))
    (stepCount, step, percent) = (Int(counts.steps), Int(counts.step), Int(counts.percent))
    image = Bytes(name[..<end]).shown
  }
}
