import Input
import Notation
import Testing

@Suite struct KeyTests {
  /// By linux/input-event-codes.h.
  @Test(arguments: [
    (1, "esc"), (2, "1"), (11, "0"), (15, "tab"), (16, "q"), (28, "enter"), (30, "a"), (50, "m"), (57, "space"),
    (59, "f1"),
    (68, "f10"), (87, "f11"), (88, "f12"), (96, "kpenter"), (102, "home"), (103, "up"), (108, "down"), (111, "delete"),
    (114, "volumedown"), (115, "volumeup"), (116, "power"), (158, "158"),
  ])
  func areWhereTheKernelHasThem(_ code: Int, _ name: String) {
    #expect(Key.name(of: code) == Bytes(Array(name.utf8)))
    #expect(Key.name(Bytes(Array(name.utf8))) == Bytes(Array(name.utf8)))
  }

  @Test func namesAndNumbersAreTheSame() {
    #expect(Key.name("28") == "enter" && Key.name("116") == "power" && Key.name("1") == "1")
    #expect(Key.name("escape") == nil && Key.name("") == nil && Key.name("9999") == nil)
    #expect(Key.names("esc, 28,a") == ["esc", "enter", "a"] && Key.names("esc,,a") == nil)
  }

  @Test func lettersDigitsSpaceAndEnterAreCharacters() {
    #expect(Key.character(of: "a") == 0x61 && Key.character(of: "7") == 0x37)
    #expect(Key.character(of: "space") == 0x20 && Key.character(of: "enter") == 0x0A && Key.character(of: "esc") == nil)
    #expect(Key.isModifier("leftshift") && Key.isModifier("capslock") && !Key.isModifier("a"))
  }
}
