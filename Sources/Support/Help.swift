/// Builds the help text of a program, wrapped to the width of a terminal.
public struct Help {
  /// The text so far; each line ends with a line feed.
  public private(set) var text = Bytes()

  /// The maximum length of a line in columns.
  private static var width: Int { 79 }
  /// The column at which meanings start.
  private static var column: Int { 24 }

  /// An empty text.
  public init() {}

  /// The usage of a program with `operands`, and the list of its options.
  public init(of program: Bytes, _ operands: [Bytes] = [], options: [Option]) {
    add([program] + operands + options.map { "[\($0.usage)]" }, hanging: program.count + 1)
    addLine()
    add(options)
  }

  /// Adds a paragraph of parts that are not broken, separated by spaces. The first line is indented by `indent`
  /// columns, and further ones by `hanging` more.
  public mutating func add(_ parts: [Bytes], indent: Int = 0, hanging: Int = 0) {
    var line = Bytes.spaces(indent), isEmpty = true
    for part in parts {
      if !isEmpty && line.columns + 1 + part.columns > Help.width {
        text += line + "\n"
        line = Bytes.spaces(indent + hanging)
        isEmpty = true
      }
      line += isEmpty ? part : " " + part
      isEmpty = false
    }
    text += line + "\n"
  }

  /// Adds a paragraph, wrapped at spaces and indented by `indent` columns.
  public mutating func add(_ paragraph: Bytes, indent: Int = 0) {
    add(paragraph.split(at: UInt8(ascii: " ")), indent: indent)
  }

  /// Adds a term, with its meaning in the second column.
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

  /// Adds a list of options.
  public mutating func add(_ options: [Option]) {
    for option in options { add(option.usage, meaning: option.meaning) }
  }

  /// Adds a line that is not wrapped.
  public mutating func addLine(_ line: Bytes = "") { text += line + "\n" }
}

extension Bytes {
  /// The width in columns, if each scalar takes one.
  fileprivate var columns: Int { utf8.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 } }

  fileprivate static func spaces(_ count: Int) -> Bytes { Bytes([UInt8](repeating: UInt8(ascii: " "), count: count)) }
}
