import DaemonCore
import Loaders
import Raster
import Scene
import ScreenAPI
import Settings
import Support
import Varlink

/// The theme's background and logo, and the loader that it shows in the persistent entry.
extension ScreenModel {
  /// Sets what the screen uses of the configuration.
  mutating func apply(_ configuration: Configuration) {
    isRound = configuration.isRound
    failurePolicy = configuration.failurePolicy
    stallsAfter = configuration.stallsAfter
    showsTimeLeft = configuration.showsTimeLeft
  }

  /// Sets the theme for each mode. The theme's own loader continues at its phase.
  mutating func setThemes(_ themes: @escaping (ScreenMode) -> Theme?, at nanoseconds: Int64) {
    let old = theme
    self.themes = themes
    theme = themes(mode)
    refreshCallLoaders()
    refreshScreen()
    generation += 1
    let now = Time(nanoseconds: nanoseconds)
    if stack[0].origin == .theme, theme != nil || old != nil {
      if stack[0].status == old?.status { stack[0].status = theme?.status }
      if theme?.loader == stack[0].loader.map({ Bytes($0.name) }), refreshThemeLoader() {
        return updateScreen(at: now)
      }
      setThemeLoader(at: now)
      if ground == nil {  // nothing is left that has a background
        let background = bootBackground ?? .black
        screen.changeLook(at: now, fading: true) {
          ($0.scheme, $0.background) = (background.isLight ? .light : .dark, .color(background))
        }
      }
    }
    updateScreen(at: now)
  }

  /// Whether the theme has a loader of its own in this mode.
  var hasThemeLoader: Bool { theme?.loader != nil }

  /// Sets who has shown the persistent entry: the theme, even if it shows nothing in this mode, or the command line.
  mutating func setOrigin(_ origin: CallJournal.Origin) { stack[0].origin = origin }

  /// Shows the theme's own loader, and returns the call that shows the same. Nil and no change if it has none.
  mutating func showTheme(at nanoseconds: Int64, fading: Bool = true) -> Call? {
    guard let name = theme?.loader else { return nil }
    let now = Time(nanoseconds: nanoseconds)
    stack[0].origin = .theme
    isHidden = false
    setThemeLoader(at: now)
    updateScreen(at: now, fading: fading)
    generation += 1
    return Call(
      screen: "Show", JSON.Member("loader", .string(name)),
      JSON.Member("text", stack[0].text.map { .string($0) } ?? .null))
  }

  /// Sets the persistent entry to the theme's loader, or empties it if there is none. A loader that is the same already
  /// continues.
  mutating func setThemeLoader(at now: Time) {
    if let status = theme?.status { stack[0].status = status }
    guard let made = themeLoader() else {
      if stack[0].loader != nil { stack[0].loaderNumber = newLoaderNumber() }
      stack[0].loader = nil
      stack[0].call = nil
      stack[0].text = nil
      return
    }
    let isSame =
      stack[0].loader.map { Bytes($0.name) } == theme?.loader && stack[0].text == made.text
      && ScreenModel.areEqual(stack[0].parameters, made.parameters)
    if isSame { return }
    set(made)
    stack[0].loaderNumber = newLoaderNumber()
    stack[0].began = now
  }

  /// Replaces the theme's loader by the same one with the files and parameters of now, without a transition. False if
  /// there is none.
  private mutating func refreshThemeLoader() -> Bool {
    guard let made = themeLoader() else { return false }
    set(made)
    refreshScreen()
    return true
  }

  /// Shows the loader of the topmost entry, which continues at its phase, and the theme, without a transition.
  private mutating func refreshScreen() {
    if let loader = top.loader { screen.loader.replaceContent(with: loader) }
    applyTheme()
  }

  private mutating func set(_ made: MadeLoader) {
    stack[0].loader = made.loader
    stack[0].call = nil
    stack[0].text = made.text
    stack[0].background = made.background
    stack[0].parameters = made.parameters
  }

  /// The theme's loader for this mode. If its parameters cannot be used, they become problems, and the loader has its
  /// built-in look.
  private mutating func themeLoader() -> MadeLoader? {
    guard let theme, let name = theme.loader, let entry = Catalog.entry(named: name) else { return nil }
    let standard = entry.standardText
    do throws(ParameterError) {
      let made = try make(entry, theme.text ?? standard, theme.parameters(of: name))
      problems += made.loader.problems
      return made
    } catch {
      problems.append(ParameterError(error.name, "\(error.reason) (theme)"))
    }
    guard let loader = try? entry.loader(standard.isEmpty ? " " : standard, [], files) else { return nil }
    return MadeLoader(loader: loader, text: standard, background: nil, parameters: [])
  }

  private static func areEqual(_ left: [(name: Bytes, text: Bytes)], _ right: [(name: Bytes, text: Bytes)]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.name == $1.name && $0.text == $1.text }
  }

  /// Scheme and background of the topmost loader or, without one, of the theme; nil if both stay.
  var ground: (scheme: Scheme, background: Backdrop)? {
    guard let scheme = top.loader?.scheme ?? theme?.style.scheme else { return nil }
    return (scheme, theme?.background ?? top.background ?? .color(scheme.background))
  }

  /// Sets the logo, the ground and the style of the texts; with `fading` in 0.2 s.
  mutating func applyTheme(at now: Time = .zero, fading: Bool = false) {
    let theme = theme, ground = ground
    let style = ScreenStyle(theme?.style ?? ParameterValues(defaultsOf: Theme.keys))
    screen.changeLook(at: now, fading: fading) {
      $0.logo = theme?.logo
      $0.style = style
      if let ground { ($0.scheme, $0.background) = ground }
    }
  }
}
