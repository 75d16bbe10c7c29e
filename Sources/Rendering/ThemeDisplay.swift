import Loaders
import Scene
public import Support
import Text

/// A display on which the screens of a theme are laid out, to find what does not fit.
public struct ThemeDisplay {
  private let width, height: Int32
  /// Pixels per point.
  public let scale: Double

  /// A display of `width` × `height` pixels, with its physical size if that is known.
  public init(width: Int32, height: Int32, millimetres: (width: Int32, height: Int32) = (0, 0)) {
    self.width = width
    self.height = height
    scale = DisplayScale(width: width, height: height, millimetres: millimetres).value
  }

  /// Those that are tried where none is given.
  public static var standard: [ThemeDisplay] {
    let sizes: [(Int32, Int32)] = [(320, 240), (480, 272), (800, 480), (480, 800), (1920, 1080)]
    return sizes.map { ThemeDisplay(width: $0.0, height: $0.1) }
  }

  /// The display of the options `screen` and `millimetres`, or the standard ones. Throws for a value that is no size.
  public static func given(_ option: (StaticString) -> Bytes?) throws(UsageError) -> [ThemeDisplay] {
    let millimetres = try DisplayScale.millimetres(option)
    guard let text = option("screen") else { return standard }
    let size = try Extent(text, option: "screen").pixels
    return [ThemeDisplay(width: size.width, height: size.height, millimetres: millimetres)]
  }

  /// The screens of a theme in each mode, and in a failure. What is installed has a progress and a time left.
  static func screens(of text: ThemeText, _ files: Files) -> [(mode: Bytes, screen: Screen)] {
    var screens: [(mode: Bytes, screen: Screen)] = []
    for name in ScreenMode.names + ["failure"] {
      let mode = ScreenMode(name), isInstalling = mode?.isInstalling ?? false
      let theme = Theme(text.ini, mode: mode ?? .boot, files), progress: Bytes? = isInstalling ? "0.62" : nil
      guard var screen = try? Screen(theme, mode: mode, { Bytes($0) == "progress" ? progress : nil }) else { continue }
      if isInstalling {
        screen.waitHint.strings = theme.strings
        screen.waitHint.part = theme.strings.part(2, of: 3)
        screen.waitHint.secondsLeft = 720
      }
      screens.append((name, screen))
    }
    return screens
  }

  /// What the layout of screens gives up on this display, as sentences with the modes.
  func compromises(of screens: [(mode: Bytes, screen: Screen)], _ typesetter: Typesetter) -> [Bytes] {
    var found: [(sentence: Bytes, modes: [Bytes])] = []
    for (mode, screen) in screens {
      let context = Context(typesetter, scale: scale)
      let layout = screen.layout(at: Moment(.zero), width: width, height: height, context)
      for (element, compromise) in layout.compromises {
        let sentence: Bytes = "the \(element.title) \(ThemeDisplay.words(for: compromise))"
        if let index = found.firstIndex(where: { $0.sentence == sentence }) {
          found[index].modes.append(mode)
        } else {
          found.append((sentence, [mode]))
        }
      }
    }
    return found.map { "on \(Int(width))x\(Int(height)) in \($0.modes.joined(by: ", ")): \($0.sentence)" }
  }

  private static func words(for compromise: LayoutCompromise) -> Bytes {
    switch compromise {
    case .leftOut: "is left out, because there is no room"
    case .shortened: "is shortened with an ellipsis"
    case .smaller(let percent): "is drawn at \(percent)% of its size"
    case .displaced(let other): "cannot stand at its edge, because the \(other.title) does"
    }
  }
}

extension Layout.Element {
  /// Its name in sentences.
  fileprivate var title: StaticString {
    switch self {
    case .logo: "logo"
    case .loader: "loader"
    case .title: "title"
    case .subtitle: "subtitle"
    case .bar: "bar"
    case .percent: "percentage"
    case .status: "status line"
    case .hint: "time left"
    case .message: "message"
    case .watermark: "watermark"
    }
  }
}

extension DisplayScale {
  /// The value of the option `millimetres`, which needs the option `screen`; 0×0 without it.
  static func millimetres(_ option: (StaticString) -> Bytes?) throws(UsageError) -> (width: Int32, height: Int32) {
    let text = option("millimetres")
    if text != nil, option("screen") == nil { throw UsageError("--millimetres: of a display; give --screen too") }
    return try millimetres(text)
  }
}
