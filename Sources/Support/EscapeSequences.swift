extension Bytes {
  /// The text without the escape sequences of terminals (ECMA-48), such as those for colours.
  public var withoutEscapeSequences: Bytes {
    if !utf8.contains(0x1B) { return self }
    var text = Bytes(), scalars = scalars
    while let scalar = scalars.next() {
      if scalar == 0x1B { scalars.skipEscapeSequence() } else { text.append(scalar: scalar) }
    }
    return text
  }
}

extension Scalars {
  /// Skips the rest of an escape sequence after ESC.
  fileprivate mutating func skipEscapeSequence() {
    switch next() {
    case 0x5B?: while let scalar = next(), !(0x40...0x7E).contains(scalar) {}  // up to the final byte
    case 0x50?, 0x58?, 0x5D?, 0x5E?, 0x5F?:  // DCS, SOS, OSC, PM and APC: a string, up to BEL or ESC \
      while let scalar = next(), scalar != 0x07 {
        if scalar != 0x1B { continue }
        _ = next()
        return
      }
    case let scalar? where (0x20...0x2F).contains(scalar):  // intermediate bytes, up to a final byte
      while let scalar = next(), (0x20...0x2F).contains(scalar) {}
    default: return
    }
  }
}
