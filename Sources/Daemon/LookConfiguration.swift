import Display
import Loaders
public import Support

/// What the configuration says about the look of the screens.
public struct LookConfiguration {
  /// Name or path of the theme; nil is the standard look.
  public let theme: Bytes?
  /// The loader that is shown instead of the theme's; nil is the theme's.
  public let loader: Bytes?
  /// The locale whose translation of the theme is used, and the files of further fonts with commas between them.
  public let language, fonts: Bytes
  /// Pixels per point; nil is what suits the display.
  public let scale: Double?
  /// Whether the display is a circle.
  public let isRound: Bool
  /// Degrees clockwise by which all displays turn the picture.
  public let rotation: Int

  /// Reads the standard files in a root file system, whose path has no slash at its end.
  public init(in root: Bytes) {
    let configuration = Configuration(file: nil, kernelArguments: nil, from: .disk(in: root))
    theme = configuration.theme
    loader = configuration.startup.loader
    language = configuration.language
    fonts = configuration.startup.fonts
    scale = configuration.scale
    isRound = configuration.isRound
    let turns = configuration.startup.outputConfiguration.rules.filter { $0.pattern == "*" }.compactMap { $0.rotation }
    rotation = turns.last?.degrees ?? 0
  }
}
