import Loaders
import Support
import Text
import Varlink

@testable import Daemon

extension Target {
  /// A font file named by a theme or a client. The last bytes, which no font needs, choose the text and its size.
  static let font = Target("font") { bytes in
    let files = Files { _ in bytes }
    var choices = FuzzInput(bytes.suffix(3).reversed())
    let scale = choices.choice([2, 1, 1.5, 4]), size = choices.choice([14, 9, 61.5, 512])
    let texts: [Bytes] = ["Agj…\u{05D0}\u{0628}\n x", "WWWWWWWW", "e\u{301}\u{302}\u{303}", "漢字 مرحبا"]
    let text = choices.choice(texts)
    var screen = FuzzScreen(files)
    for loader in ["text", "shimmer"] as [Bytes] {
      screen.call(
        Call(
          "io.loaderd.Screen.Show",
          [
            JSON.Member("loader", .string(loader)), JSON.Member("text", .string(text)),
            JSON.Member("font-size", .number(size)), JSON.Member("font", "f"), JSON.Member("weight", .number(700)),
            JSON.Member("transition", "none"),
          ]))
      // FreeType does not always give the same result for a malformed glyph.
      screen.draw(width: 160, height: 90, scale: scale, again: false)
    }
  }
}
