import Loaders
import Notation
import Protocol
import Text

@testable import Daemon

extension Target {
  /// A font that a theme or a client names.
  static let font = Target("font") { bytes in
    let files = Files { _ in bytes }
    var stage = Stage(files)
    for loader in ["text", "shimmer"] as [Bytes] {
      stage.take(
        Call(
          "io.loaderd.Screen.Show",
          [
            JSON.Member("loader", .string(loader)), JSON.Member("text", "Agj…\u{05D0}\u{0628}\n x"),
            JSON.Member("font", "f"), JSON.Member("weight", .number(700)), JSON.Member("transition", "none"),
          ]))
      // FreeType does not always say the same of a broken glyph.
      stage.draw(width: 160, height: 90, again: false)
    }
  }
}
