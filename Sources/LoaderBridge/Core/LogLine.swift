public import Support

/// An entry of the journal as one line of text.
public enum LogLine {
  /// `identifier[process]: message`, without what is unknown.
  public static func text(identifier: Bytes, process: Bytes, message: Bytes) -> Bytes {
    let who = process.isEmpty ? identifier : "\(identifier)[\(process)]"
    return (identifier.isEmpty ? message : "\(who): \(message)").line
  }
}

extension Bytes {
  /// Characters of a line; longer ones are cut.
  private static var limit: Int { 400 }

  /// Without escape sequences and control characters, which would be tofu or worse; a space stands for several lines' ends.
  var line: Bytes {
    var line = Bytes(), count = 0
    var scalars = scalars
    while let scalar = scalars.next() {
      if scalar == 0x1B { Bytes.skipSequence(&scalars); continue }
      let isControl = scalar < 0x20 || (0x7F..<0xA0).contains(scalar) || (0x2028...0x2029).contains(scalar)
      if isControl && (line.isEmpty || line.hasSuffix(" ")) { continue }
      if count == Bytes.limit {
        line += "…"
        break
      }
      line.append(scalar: isControl ? 0x20 : scalar)
      count += 1
    }
    return line.trimmed
  }

  /// ECMA-48: `ESC [` up to a letter or its like; of other sequences the one character.
  private static func skipSequence(_ scalars: inout Scalars) {
    guard let kind = scalars.next(), kind == 0x5B else { return }
    while let scalar = scalars.next(), !(0x40...0x7E).contains(scalar) {}
  }
}
