import Support

/// Splits terminal output into lines and removes control sequences. A cursor movement ends a line, too, also by
/// backspace.
struct Lines {
  /// The maximum length of a line in bytes. Longer lines are truncated.
  static var limit: Int { 1024 }

  /// ESC, which starts a control sequence.
  private static var escape: UInt8 { 0x1B }
  /// BS, with which badblocks returns to the start of its line.
  private static var backspace: UInt8 { 0x08 }
  /// BEL, which ends a string of xterm.
  private static var bell: UInt8 { 0x07 }

  /// State of the parser of control sequences (ECMA-48, 5.4 and 5.6).
  private enum State { case text, escape, sequence, string, stringEscape }

  private var state = State.text
  private var pending: [UInt8] = []
  /// Whether the current line began with a line feed or the stream, and not with a return of the cursor.
  private(set) var isNewLine = true
  /// The current line so far.
  var unfinished: Bytes { Bytes(pending) }

  /// Takes the bytes at the start that `feed` would only add to the line, and returns their number: at once, because
  /// most bytes are such.
  mutating func feedText(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    guard state == .text else { return 0 }
    let text = UnsafeBufferPointer(rebasing: bytes)
    var count = 0
    while count < text.count, Lines.isText(text[count]) { count += 1 }
    pending.append(contentsOf: UnsafeBufferPointer(rebasing: text.prefix(min(count, Lines.limit - pending.count))))
    return count
  }

  /// The line that a byte completes; nil if it completes none, or only spaces.
  mutating func feed(_ byte: UInt8) -> Bytes? {
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == Lines.backspace {
      state = .text
      isNewLine = byte == UInt8(ascii: "\n")
      return end()
    }
    switch state {
    case .text:
      if byte == Lines.escape {
        state = .escape
      } else if Lines.isText(byte), pending.count < Lines.limit {
        pending.append(byte)
      }
    case .escape:
      switch byte {
      case UInt8(ascii: "["): state = .sequence
      // DCS, SOS, OSC, PM and APC start a string.
      case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "_"):
        state = .string
      case 0x20...0x2F: break
      default:
        state = .text
        if byte == UInt8(ascii: "7") || byte == UInt8(ascii: "8") { return endByMovement() }  // DECSC, DECRC
      }
    case .sequence:
      if (0x20...0x3F).contains(byte) { break }
      state = .text
      // CUU to CUP, VPA and HVP move the cursor.
      let isMovement = (UInt8(ascii: "A")...UInt8(ascii: "H")).contains(byte)
      if isMovement || byte == UInt8(ascii: "d") || byte == UInt8(ascii: "f") { return endByMovement() }
    case .string: if byte == Lines.bell { state = .text } else if byte == Lines.escape { state = .stringEscape }
    case .stringEscape: state = byte == UInt8(ascii: "\\") ? .text : .string
    }
    return nil
  }

  /// Whether a byte is no control character but a tab.
  private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t") }

  private mutating func endByMovement() -> Bytes? {
    isNewLine = false
    return end()
  }

  private mutating func end() -> Bytes? {
    defer { pending.removeAll(keepingCapacity: true) }
    let line = Bytes(pending)
    return line.trimmed.isEmpty ? nil : line
  }
}

extension Bytes {
  /// The parts of the text between spaces and tabs.
  var fields: [Bytes] {
    utf8.withUnsafeBufferPointer { text in
      var fields: [Bytes] = [], start = 0
      for end in 0...text.count where end == text.count || Bytes.isBlank(text[end]) {
        if end > start { fields.append(Bytes(utf8[start..<end])) }
        start = end + 1
      }
      return fields
    }
  }

  /// Whether the first character that is no space is a digit.
  var beginsWithDigit: Bool { utf8.first { !Bytes.isBlank($0) }.map { Decimal.isDigit($0) } ?? false }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// The text after the first occurrence of `mark`; nil if there is none.
  func after(_ mark: StaticString) -> Bytes? { offset(of: mark).map { dropFirst($0 + mark.utf8CodeUnitCount) } }

  /// The text before the first occurrence of `mark`; nil if there is none.
  func before(_ mark: StaticString) -> Bytes? { offset(of: mark).map { Bytes(utf8[..<$0]) } }

  /// Whether the text contains another one.
  func contains(_ text: StaticString) -> Bool { offset(of: text) != nil }
}
