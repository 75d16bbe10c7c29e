import Loaders
import Support

extension Screen {
  /// What loaderd shows of a theme in a mode, or with the mode `failure` when something has failed. `text` returns a member of
  /// the page's call: `status`, `message`, or `progress` as a number; nil is the theme's own, or none.
  ///
  /// Throws if the parameters of the loader cannot be used.
  init(_ theme: Theme, mode: Bytes, _ text: (StaticString) -> Bytes?) throws(ParameterError) {
    let isFailure = mode == "failure"
    let loader = try Screen.loader(of: theme, isFailure ? mode : theme.loader ?? "", isFailure)
    let scheme = loader?.scheme ?? theme.style.scheme
    self.init(background: theme.background ?? .color(scheme.background), scheme: scheme)
    logo = theme.logo
    style = ScreenStyle(theme.style)
    self.loader.replace(with: loader, at: .zero, fading: false)
    if isFailure { return }
    title = theme.title ?? ModeStrings(mode).title
    subtitle = theme.subtitle ?? ModeStrings(mode).subtitle
    if let line = text("status") ?? theme.status { status.replace(with: line, at: .zero, fading: false) }
    if let line = text("message") { message.replace(with: line, at: .zero, fading: false) }
    if let value = text("progress").flatMap({ Decimal.double($0) }) {
      progress = ProgressAnimation(from: value, to: value, since: .zero)
    }
  }

  /// The loader with a name and the theme's parameters; nil if there is none with this name.
  private static func loader(of theme: Theme, _ name: Bytes, _ isFailure: Bool) throws(ParameterError) -> AnyLoader? {
    guard let entry = Catalog.entry(named: name) else { return nil }
    var given = theme.parameters(of: name)
    if isFailure { given += [("unit", "network.service"), ("code", "203/EXEC")] }
    let standard: Bytes = isFailure ? theme.words.failure : entry.needsText ? "Loading…" : ""
    let reader = theme.files.adding(theme.files, prefix: Theme.filePrefix)
    return try entry.loader(isFailure ? standard : theme.text ?? standard, given, reader)
  }
}
