public import Support

/// Parses the progress that fsck writes to the descriptor of its option `-C`: lines `PASS CURRENT MAXIMUM DEVICE`, as
/// from e2fsck(8). Pure: bytes go in, in parts of any size; memory is bounded.
public struct Fsck: Sendable {
  private var lines = Lines()
  /// 0…100 of all passes.
  public private(set) var percent = 0.0
  /// The device, such as `/dev/sda2`; empty before the first line.
  public private(set) var device: Bytes = ""

  /// Per cent at which each pass starts: e2fsck's own estimate (e2fsck/unix.c, e2fsck_passes).
  private static var starts: [Double] { [0, 70, 90, 92, 95, 100] }

  /// A parser at the start of a check.
  public init() {}

  /// Applies the lines that `bytes` completes; others are ignored.
  public mutating func feed(_ bytes: [UInt8]) {
    for byte in bytes {
      guard let fields = lines.feed(byte)?.fields, fields.count == 4, let pass = Decimal.integer(fields[0]),
        let current = Decimal.double(fields[1]), let maximum = Decimal.double(fields[2])
      else { continue }
      percent = Fsck.percent(pass, current, of: maximum)
      device = ProgressSample(label: fields[3]).label ?? ""
    }
  }

  private static func percent(_ pass: Int, _ current: Double, of maximum: Double) -> Double {
    if pass < 1 { return 0 }
    if pass >= starts.count || maximum <= 0 { return 100 }
    return starts[pass - 1] + (starts[pass] - starts[pass - 1]) * min(1, max(0, current / maximum))
  }
}
