import Input
import Support
import Testing

/// Names and characters of keys.
@Suite struct KeyTests {
  /// Codes of linux/input-event-codes.h.
  @Test(arguments: [
    (1, "esc"), (2, "1"), (11, "0"), (15, "tab"), (16, "q"), (28, "enter"), (30, "a"), (50, "m"), (57, "space"),
    (59, "f1"),
    (68, "f10"), (87, "f11"), (88, "f12"), (96, "kpenter"), (102, "home"), (103, "up"), (108, "down"), (111, "delete"),
    (114, "volumedown"), (115, "volumeup"), (116, "power"), (158, "158"),
  ])
  func keyNamesMatchTheKernelsCodes(_ code: Int, _ name: String) {
    #expect(Key.name(of: code) == Bytes(Array(name.utf8)))
    #expect(Key.name(Bytes(Array(name.utf8))) == Bytes(Array(name.utf8)))
  }

  @Test func keysAreParsedFromNamesAndCodes() {
    #expect(Key.name("28") == "enter" && Key.name("116") == "power" && Key.name("1") == "1")
    #expect(Key.name("escape") == nil && Key.name("") == nil && Key.name("9999") == nil)
    #expect(Key.names("esc, 28,a") == ["esc", "enter", "a"] && Key.names("esc,,a") == nil)
  }

  @Test func charactersAndModifiersOfKeys() {
    #expect(Key.character(of: "a") == UInt8(ascii: "a") && Key.character(of: "7") == UInt8(ascii: "7"))
    #expect(
      Key.character(of: "space") == UInt8(ascii: " ") && Key.character(of: "enter") == UInt8(ascii: "\n")
        && Key.character(of: "esc") == nil)
    #expect(Key.isModifier("leftshift") && Key.isModifier("capslock") && !Key.isModifier("a"))
  }
}
