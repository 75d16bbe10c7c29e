import Notation

/// What `dialog --gauge` reads: percent lines, and blocks between two `XXX` with a percentage and a text.
struct Dialog {
  /// What a block has said so far; nil outside of one.
  private var block: (fraction: Double?, text: Bytes)?

  var isInside: Bool { block != nil }

  mutating func read(_ line: Bytes) -> Reading? {
    if line.hasPrefix("XXX") {
      defer { block = block == nil ? (nil, "") : nil }
      guard let block, block.fraction != nil || !block.text.isEmpty else { return nil }
      return Reading(block.fraction, label: block.text.isEmpty ? nil : block.text)
    }
    guard let block else { return Percent.reading(line) }
    if block.fraction == nil, block.text.isEmpty, let fraction = Percent.bare(line) {
      self.block = (fraction, "")
    } else if block.text.count < Reading.limit {
      let text = line.withoutBreaks.trimmed
      self.block = (block.fraction, block.text.isEmpty ? text : "\(block.text) \(text)")
    }
    return nil
  }
}

extension Bytes {
  /// With a space for each `\n` that is written out.
  fileprivate var withoutBreaks: Bytes {
    var text: [UInt8] = []
    for byte in utf8 {
      if byte == 0x6E, text.last == 0x5C { text[text.count - 1] = 0x20 } else { text.append(byte) }
    }
    return Bytes(text)
  }
}
