import Support

/// Splits terminal output into lines and removes control sequences. A cursor movement ends a line, too.
struct Lines {
  /// The maximum length of a line in bytes. Longer lines are truncated.
  static var limit: Int { 1024 }

  /// State of the parser of control sequences (ECMA-48, 5.4 and 5.6).
  private enum Place { case text, escape, sequence, string, stringEscape }

  private var place = Place.text
  private var pending: [UInt8] = []

  /// The line that a byte completes; nil if it completes none, or only spaces.
  mutating func take(_ byte: UInt8) -> Bytes? {
    if byte == 0x0A || byte == 0x0D {
      place = .text
      return end()
    }
    switch place {
    case .text:
      if byte == 0x1B { place = .escape } else { append(byte) }
    case .escape:
      switch byte {
      case 0x5B: place = .sequence
      case 0x50, 0x58, 0x5D, 0x5E, 0x5F: place = .string
      case 0x20...0x2F: break
      default:
        place = .text
        if byte == 0x37 || byte == 0x38 { return end() }  // DECSC or DECRC: saves or restores the cursor
      }
    case .sequence:
      if (0x20...0x3F).contains(byte) { break }
      place = .text
      if (0x41...0x48).contains(byte) || byte == 0x64 || byte == 0x66 { return end() }
    case .string: if byte == 0x07 { place = .text } else if byte == 0x1B { place = .stringEscape }
    case .stringEscape: place = byte == 0x5C ? .text : .string
    }
    return nil
  }

  private mutating func append(_ byte: UInt8) {
    if byte >= 0x20 && byte != 0x7F || byte == 0x09, pending.count < Lines.limit { pending.append(byte) }
  }

  private mutating func end() -> Bytes? {
    defer { pending.removeAll(keepingCapacity: true) }
    let line = Bytes(pending)
    return line.trimmed.isEmpty ? nil : line
  }
}

extension Bytes {
  /// The parts of the text between spaces and tabs.
  var fields: [Bytes] { utf8.split { $0 == 0x20 || $0 == 0x09 }.map { Bytes($0) } }

  /// The text after the first occurrence of `mark`; nil if there is none.
  func after(_ mark: Bytes) -> Bytes? { place(of: mark).map { dropFirst($0 + mark.count) } }

  /// The text before the first occurrence of `mark`; nil if there is none.
  func before(_ mark: Bytes) -> Bytes? { place(of: mark).map { Bytes(utf8[..<$0]) } }

  func contains(_ text: Bytes) -> Bool { place(of: text) != nil }

  private func place(of text: Bytes) -> Int? {
    guard let first = text.utf8.first, count >= text.count else { return nil }
    for start in 0...count - text.count where utf8[start] == first {
      if utf8[start..<start + text.count].elementsEqual(text.utf8) { return start }
    }
    return nil
  }
}
