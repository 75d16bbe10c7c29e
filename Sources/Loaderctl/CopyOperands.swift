import System
import Support

/// What a call of dd says about how much it will copy (dd(1)).
struct CopyOperands {
  /// In bytes; nil when it does not say.
  let total: Double?

  init(_ words: [Bytes]) {
    func value(_ name: Bytes) -> Bytes? { words.last { $0.hasPrefix(name) }?.dropFirst(name.count) }
    let size = value("if=").flatMap { File.size($0) }.map { Double($0) }
    let block = (value("ibs=") ?? value("bs=")).map(CopyOperands.number) ?? 512
    let limit = value("count=").flatMap(CopyOperands.number).flatMap { count in block.map { $0 * count } }
    total = [size, limit].compactMap { $0 }.min()
  }

  /// `64K`, `1M`, `2GB` and their kin, of which those with a B alone are decimal.
  private static func number(_ text: Bytes) -> Double? {
    let digits = Bytes(text.utf8.prefix { (0x30...0x39).contains($0) })
    guard let number = Decimal.double(digits) else { return nil }
    let base = text.hasSuffix("B") && !text.hasSuffix("iB") ? 1000.0 : 1024.0
    switch text.dropFirst(digits.count).utf8.first {
    case nil, 0x63: return number  // c
    case 0x62: return number * 512  // b
    case 0x6B, 0x4B: return number * base
    case 0x4D: return number * base * base
    case 0x47: return number * base * base * base
    default: return nil
    }
  }
}
