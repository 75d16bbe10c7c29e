import Support
import System

/// How much a dd command copies, from its operands (dd(1)).
struct DDOperands {
  /// Bytes; nil when the operands do not tell.
  let total: Double?

  init(_ arguments: [Bytes]) {
    func value(_ name: Bytes) -> Bytes? { arguments.last { $0.hasPrefix(name) }?.dropFirst(name.count) }
    let block = (value("bs=") ?? value("ibs=")).map(DDOperands.number) ?? 512
    let flags = arguments.filter { $0.hasPrefix("iflag=") }.flatMap { $0.dropFirst(6).split(at: UInt8(ascii: ",")) }
    // With a number that ends in B, or with the flag, dd counts bytes and not blocks.
    func amount(_ text: Bytes, _ flag: Bytes) -> Double? {
      let number = DDOperands.number(text)
      return text.hasSuffix("B") || flags.contains(flag) ? number : number.flatMap { count in block.map { $0 * count } }
    }
    let skipped = (value("skip=") ?? value("iseek=")).map { amount($0, "skip_bytes") } ?? 0
    let size = value("if=").flatMap { File.size($0) }.flatMap { size in skipped.map { max(0, Double(size) - $0) } }
    total = [size, value("count=").flatMap { amount($0, "count_bytes") }].compactMap { $0 }.min()
  }

  /// A number with dd's suffix: `64B` are bytes, `64K`, `64KiB` and `1M` are binary, `64kB` and `2GB` decimal.
  private static func number(_ text: Bytes) -> Double? {
    let digits = Bytes(text.utf8.prefix { Decimal.isDigit($0) })
    guard let number = Decimal.double(digits) else { return nil }
    let base = text.hasSuffix("B") && !text.hasSuffix("iB") ? 1000.0 : 1024.0
    switch text.dropFirst(digits.count).utf8.first {
    case nil, UInt8(ascii: "c"), UInt8(ascii: "B"): return number
    case UInt8(ascii: "b"): return number * 512
    case UInt8(ascii: "k"), UInt8(ascii: "K"): return number * base
    case UInt8(ascii: "M"): return number * base * base
    case UInt8(ascii: "G"): return number * base * base * base
    default: return nil
    }
  }
}
