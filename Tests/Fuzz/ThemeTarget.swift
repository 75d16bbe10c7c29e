import Loaders
import Support
import Varlink

@testable import Daemon

extension Target {
  /// A theme, and after a NUL the content of the file that the theme can name as `0.png` or `0.ttf`.
  static let theme = Target("theme") { bytes in
    let end = bytes.firstIndex(of: 0) ?? bytes.count
    let picture = Array(bytes.dropFirst(end + 1))
    let files = Files { (path) throws(ParameterError) in
      if path == "0.png" || path == "0.ttf" { return picture }
      throw ParameterError("file", "\(path): not here")
    }
    for mode in ScreenMode.allCases.prefix(2) {
      let theme = Theme(INI(Bytes(bytes[..<end])), mode: mode, files)
      for problem in theme.problems { require(problem.line > 0 && !problem.reason.isEmpty) }
      var screen = FuzzScreen(files)
      screen.model.setThemes({ _ in theme }, at: 0)
      let loader = theme.loader ?? "bar"
      screen.call(
        Call(
          "io.loaderd.Screen.Show",
          [JSON.Member("loader", .string(loader)), JSON.Member("text", .string(theme.text ?? "Text"))]))
      screen.draw(width: 64, height: 48)
      screen.advance(by: 700_000_000)
      screen.draw(width: 33, height: 65, scale: 0.25)
    }
  }
}
