import Loaders
import Raster
import Scene
import Support
import Varlink

/// What the theme does by itself.
extension ScreenModel {
  /// Sets how the product looks in each mode. The theme's own loader goes on at its phase.
  mutating func setThemes(_ themes: @escaping (Bytes) -> Theme?, at nanoseconds: Int64) {
    let old = theme
    self.themes = themes
    theme = themes(mode)
    applyTheme()
    generation += 1
    let now = Time(nanoseconds: nanoseconds)
    if stack[0].isThemed, theme != nil {
      if stack[0].status == old?.status { stack[0].status = theme?.status }
      if theme?.loader == stack[0].loader.map({ Bytes($0.name) }), exchangeThemeLoader() { return surface(at: now) }
      putThemeLoader(at: now)
    }
    surface(at: now)
  }

  /// Whether the theme shows a loader of its own in this mode.
  var hasThemeLoader: Bool { theme?.loader != nil }

  /// What stays is the theme's from now on, even where it shows nothing in this mode.
  mutating func giveToTheme() { stack[0].isThemed = true }

  /// Shows the theme's own loader; nothing where it has none. Returns the call that shows the same.
  mutating func showTheme(at nanoseconds: Int64, fading: Bool = true) -> Call? {
    guard let name = theme?.loader else { return nil }
    let now = Time(nanoseconds: nanoseconds)
    stack[0].isThemed = true
    isHidden = false
    putThemeLoader(at: now)
    surface(at: now, fading: fading)
    generation += 1
    return Call(
      screen: "Show", JSON.Member("loader", .string(name)), JSON.Member("text", .string(stack[0].text ?? "")))
  }

  /// Sets what the theme shows in the place that stays; a loader that is there already goes on.
  mutating func putThemeLoader(at now: Time) {
    guard let theme else { return }
    if let status = theme.status { stack[0].status = status }
    guard let made = themeLoader() else {
      if stack[0].loader != nil { serial += 1 }
      (stack[0].loader, stack[0].text, stack[0].serial) = (nil, nil, stack[0].loader == nil ? stack[0].serial : serial)
      return
    }
    let isSame =
      stack[0].loader.map { Bytes($0.name) } == theme.loader && stack[0].text == made.text
      && ScreenModel.areEqual(stack[0].parameters, made.parameters)
    if isSame { return }
    serial += 1
    (stack[0].loader, stack[0].text, stack[0].serial) = (made.loader, made.text, serial)
    (stack[0].scheme, stack[0].background, stack[0].began) = (made.loader.scheme, made.background, now)
    stack[0].parameters = made.parameters
  }

  /// Makes the theme's loader again, with the files that it has now, in the place of the one that is there.
  private mutating func exchangeThemeLoader() -> Bool {
    guard let made = themeLoader() else { return false }
    (stack[0].loader, stack[0].text) = (made.loader, made.text)
    (stack[0].scheme, stack[0].background, stack[0].parameters) = (made.loader.scheme, made.background, made.parameters)
    if top.id == 0 {
      screen.loader.replaceContent(with: made.loader)
      screen.scheme = made.loader.scheme
      applyTheme()
    }
    return true
  }

  private typealias ThemeLoader = (
    loader: AnyLoader, text: Bytes, background: Backdrop?, parameters: [(name: Bytes, text: Bytes)]
  )

  /// The theme's loader for this mode. What cannot be used is a complaint, and the loader's standard look is taken.
  private mutating func themeLoader() -> ThemeLoader? {
    guard let theme, let name = theme.loader, let entry = Catalog.entry(named: name) else { return nil }
    let standard = Options.text(for: name)
    var parameters = theme.parameters(of: name)
    let carried = theme.background == nil && !parameters.contains { $0.name == "scheme" } ? bootBackground : nil
    if let carried { parameters.append(("scheme", carried.isLight ? "light" : "dark")) }
    let text = theme.text ?? standard
    do throws(ParameterError) {
      let loader = try entry.loader(text.isEmpty && name == "console" ? log.text : text, parameters, allFiles)
      complaints += loader.complaints
      return (loader, text, carried.map { .color($0) }, parameters)
    } catch {
      complaints.append(ParameterError(error.name, "\(error.reason) (theme)"))
    }
    guard let loader = try? entry.loader(standard.isEmpty ? " " : standard, [], files) else { return nil }
    return (loader, standard, nil, [])
  }

  private static func areEqual(_ left: [(name: Bytes, text: Bytes)], _ right: [(name: Bytes, text: Bytes)]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.name == $1.name && $0.text == $1.text }
  }

  /// Sets the logo and the background.
  mutating func applyTheme() {
    screen.logo = theme?.logo
    if let background = theme?.background {
      screen.background = background
    } else if let loader = top.loader {
      screen.background = top.background ?? .color(loader.scheme.background)
    }
  }
}
