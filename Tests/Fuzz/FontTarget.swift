import Loaders
import Support
import Text
import Varlink

@testable import Daemon

extension Target {
  /// A font file named by a theme or a client.
  static let font = Target("font") { bytes in
    let files = Files { _ in bytes }
    var screen = FuzzScreen(files)
    for loader in ["text", "shimmer"] as [Bytes] {
      screen.call(
        Call(
          "io.loaderd.Screen.Show",
          [
            JSON.Member("loader", .string(loader)), JSON.Member("text", "Agj…\u{05D0}\u{0628}\n x"),
            JSON.Member("font", "f"), JSON.Member("weight", .number(700)), JSON.Member("transition", "none"),
          ]))
      // FreeType does not always give the same result for a malformed glyph.
      screen.draw(width: 160, height: 90, again: false)
    }
  }
}
