/// A text that tells how a program is used, in lines that fit a terminal.
public struct Help {
  public private(set) var text = Bytes()

  private static var width: Int { 79 }
  private static var column: Int { 24 }

  public init() {}

  /// Words behind each other; what does not fit goes on, indented, in the next line.
  public mutating func add(_ parts: [Bytes], indent: Int = 0, hanging: Int = 0) {
    var line = Bytes.spaces(indent), isEmpty = true
    for part in parts {
      if !isEmpty && line.columns + 1 + part.columns > Help.width {
        text += line + "\n"
        (line, isEmpty) = (Bytes.spaces(indent + hanging), true)
      }
      line += isEmpty ? part : " " + part
      isEmpty = false
    }
    text += line + "\n"
  }

  /// Running text.
  public mutating func add(_ paragraph: Bytes, indent: Int = 0) { add(paragraph.split(at: 0x20), indent: indent) }

  /// Something, and what it means beside it.
  public mutating func add(_ term: Bytes, meaning: Bytes) {
    let left = "  " + term
    if left.columns + 2 > Help.column {
      text += left + "\n"
      return add(meaning, indent: Help.column)
    }
    let start = text.count
    add(meaning, indent: Help.column)
    text = Bytes(text.utf8[..<start]) + left + Bytes(text.utf8[(start + left.columns)...])
  }

  public mutating func add(_ options: [Option]) {
    for option in options { add(option.usage, meaning: option.meaning) }
  }

  public mutating func addLine(_ line: Bytes = "") { text += line + "\n" }
}

extension Bytes {
  /// How many columns it takes where each scalar takes one.
  fileprivate var columns: Int { utf8.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 } }

  fileprivate static func spaces(_ count: Int) -> Bytes { Bytes([UInt8](repeating: 0x20, count: count)) }
}
