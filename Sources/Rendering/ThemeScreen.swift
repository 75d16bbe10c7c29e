public import Loaders
public import Support

extension Screen {
  /// What loaderd shows of a theme in a mode, or, without a mode, when something has failed. `text` returns `status`,
  /// `message`, or `progress` as a number; nil is the theme's own, or none. `failure` are parameters of the failure.
  ///
  /// Throws if the parameters of the loader cannot be used.
  public init(
    _ theme: Theme, mode: ScreenMode?, failure: [(name: Bytes, text: Bytes)] = [], _ text: (StaticString) -> Bytes?
  ) throws(ParameterError) {
    let name = mode == nil ? "failure" : theme.loader ?? ""
    let loader = try Screen.loader(of: theme, name, mode == nil ? failure : nil)
    let scheme = loader?.scheme ?? theme.style.scheme
    self.init(background: theme.background ?? .color(scheme.background), scheme: scheme)
    logo = theme.logo
    style = ScreenStyle(theme.style)
    self.loader.replace(with: loader, at: .zero, fading: false)
    guard let mode else { return }
    title = theme.title ?? ModeStrings(mode).title
    subtitle = theme.subtitle ?? ModeStrings(mode).subtitle
    if let line = text("status") ?? theme.status { status.replace(with: line, at: .zero, fading: false) }
    if let line = text("message") { message.replace(with: line, at: .zero, fading: false) }
    if let value = text("progress").flatMap({ Decimal.double($0) }) {
      progress = ProgressAnimation(from: value, to: value, since: .zero)
    }
  }

  /// The text of a theme's loader in a mode: that of the theme, else the loader's standard.
  public static func text(of theme: Theme, _ name: Bytes) -> Bytes {
    theme.text ?? Catalog.entry(named: name)?.standardText ?? ""
  }

  /// The loader with a name and the theme's parameters; nil if there is none with this name.
  private static func loader(
    of theme: Theme, _ name: Bytes, _ failure: [(name: Bytes, text: Bytes)]?
  ) throws(ParameterError) -> AnyLoader? {
    guard let entry = Catalog.entry(named: name) else { return nil }
    return try entry.loader(
      failure == nil ? text(of: theme, name) : theme.strings.failure, theme.parameters(of: name) + (failure ?? []),
      theme.reader)
  }
}
