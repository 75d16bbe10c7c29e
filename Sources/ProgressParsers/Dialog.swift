import Support

/// Parser of the input of `dialog --gauge`: lines with a percentage, and blocks between two lines `XXX` with a
/// percentage and a text.
struct Dialog {
  /// Content of the current block; nil outside of a block.
  private var block: (fraction: Double?, text: Bytes)?
  private var percent: Percent

  init(_ percent: Percent) { self.percent = percent }

  /// Whether the parser is inside a block.
  var isInside: Bool { block != nil }

  mutating func read(_ line: Bytes) -> ProgressSample? {
    if line.hasPrefix("XXX") {
      defer { block = block == nil ? (nil, "") : nil }
      guard let block, block.fraction != nil || !block.text.isEmpty else { return nil }
      return ProgressSample(block.fraction, label: block.text.isEmpty ? nil : block.text)
    }
    guard let block else { return percent.sample(line) }
    if block.fraction == nil, block.text.isEmpty, let fraction = percent.alone(line) {
      self.block = (fraction, "")
    } else if block.text.count < ProgressSample.limit {
      let text = line.withoutBreaks.trimmed
      self.block = (block.fraction, block.text.isEmpty ? text : "\(block.text) \(text)")
    }
    return nil
  }
}

extension Bytes {
  /// The text with a space instead of each `\n` (a backslash and an n).
  fileprivate var withoutBreaks: Bytes {
    var text: [UInt8] = []
    for byte in utf8 {
      if byte == UInt8(ascii: "n"), text.last == UInt8(ascii: "\\") {
        text[text.count - 1] = UInt8(ascii: " ")
      } else {
        text.append(byte)
      }
    }
    return Bytes(text)
  }
}
