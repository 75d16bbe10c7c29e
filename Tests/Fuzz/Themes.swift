import Loaders
import Notation
import Protocol

@testable import Daemon

extension Target {
  /// A theme, and after a NUL each the files that it may name as `0.png`, `1.png` and so on.
  static let theme = Target("theme") { bytes in
    let end = bytes.firstIndex(of: 0) ?? bytes.count
    let picture = Array(bytes.dropFirst(end + 1))
    let files = Files { (path) throws(ParameterError) in
      if path == "0.png" || path == "0.ttf" { return picture }
      throw ParameterError("file", "\(path): not here")
    }
    for mode in Theme.modes.prefix(2) {
      let theme = Theme(INI(Bytes(bytes[..<end])), mode: mode, files)
      for complaint in theme.complaints { require(complaint.line > 0 && !complaint.reason.isEmpty) }
      var stage = Stage(files)
      stage.session.theme = theme
      let loader = theme.loader ?? "bar"
      stage.take(
        Call(
          "io.loaderd.Screen.Show",
          [JSON.Member("loader", .string(loader)), JSON.Member("text", .string(theme.text ?? "Text"))]))
      stage.draw(width: 64, height: 48)
      stage.wait(700_000_000)
      stage.draw(width: 33, height: 65, scale: 0.25)
    }
  }
}
