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
  /// Skips the rest of an escape sequence after ESC: a control sequence up to its final byte, a command of the operating system up to
  /// BEL or ESC \, and of others one character.
  fileprivate mutating func skipEscapeSequence() {
    switch next() {
    case 0x5B?: while let scalar = next(), !(0x40...0x7E).contains(scalar) {}  // CSI
    case 0x5D?:  // OSC
      while let scalar = next(), scalar != 0x07 {
        if scalar != 0x1B { continue }
        _ = next()
        return
      }
    default: return
    }
  }
}
