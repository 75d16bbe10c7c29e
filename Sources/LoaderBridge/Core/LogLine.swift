public import Support

/// Formats an entry of the journal as one line of text.
public enum LogLine {
  /// `identifier[process]: message`, as journalctl(1) prints it; empty parts are left out.
  public static func text(identifier: Bytes, process: Bytes, message: Bytes) -> Bytes {
    let sender = process.isEmpty ? identifier : "\(identifier)[\(process)]"
    return (identifier.isEmpty ? message : "\(sender): \(message)").sanitizedLine
  }
}

extension Bytes {
  /// The length, in Unicode scalars, after which a line is cut.
  private static var limit: Int { 400 }

  /// The text as one printable line: without escape sequences, and with a space for each run of control characters
  /// and line ends.
  var sanitizedLine: Bytes {
    var line = Bytes(), count = 0
    for scalar in withoutEscapeSequences.scalars {
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
}
