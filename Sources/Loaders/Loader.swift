public import Raster
public import Scene
public import Support

/// An animation that is shown while the user waits: a function from a moment to layers.
///
/// A loader has no state. The same text, parameters and moment always give the same picture.
public protocol Loader {
  /// The layers of a frame.
  associatedtype Body: Layer

  /// The name in themes, on the command line and in `Show`.
  static var name: StaticString { get }
  /// One line for help texts and `ListLoaders`.
  static var summary: StaticString { get }
  /// True if the loader requires a text.
  static var needsText: Bool { get }
  /// True if the loader draws its text; false if it ignores one.
  static var drawsText: Bool { get }
  /// True if the loader fills the area that it is drawn in; false if it is drawn in its own size in the middle.
  static var fillsBox: Bool { get }
  /// True if the loader covers the whole screen.
  static var fillsScreen: Bool { get }
  /// True if the loader covers the screen at time 0 and itself fades in what is on it, so that the screen adds no fade.
  static var fadesItself: Bool { get }
  /// True if the screen leaves out the title and the subtitle.
  static var standsAlone: Bool { get }
  /// True if the loader shows `Moment.progress`, so that the screen draws no progress bar.
  static var showsProgress: Bool { get }
  /// The loader's own parameters, without `Parameter.common`.
  static var parameters: [Parameter] { get }

  /// A loader with a text (UTF-8; empty if none was given) and checked parameters.
  init(_ text: Bytes, _ given: ParameterValues)

  /// The colour of the screen below the texts, for a loader with `fillsScreen`; nil is the screen's background.
  var cover: Color? { get }

  /// How long the loader fades out.
  var fadeOut: Time { get }

  /// What is shown for a time when the loader is hidden, before it fades out; nil is nothing.
  var end: (loader: Self, duration: Time)? { get }

  /// The layers at a moment of the loader's own time, which is 0 when the loader is shown.
  @LayerBuilder func body(_ moment: Moment) -> Body
}

extension Loader {
  /// Nil by default: the texts are on the screen's background.
  public var cover: Color? { nil }
  /// 0.2 s by default, as everything on the screen.
  public var fadeOut: Time { Fade.outTime }
  /// Nil by default: what is hidden fades out as it is.
  public var end: (loader: Self, duration: Time)? { nil }
  /// False by default: the text is ignored or optional.
  public static var needsText: Bool { false }
  /// Equal to `needsText` by default: a text that is not required is ignored.
  public static var drawsText: Bool { needsText }
  /// False by default: the loader has its own size.
  public static var fillsBox: Bool { false }
  /// False by default: the loader is drawn in the middle of the screen.
  public static var fillsScreen: Bool { false }
  /// False by default: the screen fades the loader in.
  public static var fadesItself: Bool { false }
  /// False by default: the screen draws the title and the subtitle.
  public static var standsAlone: Bool { false }
  /// False by default: the screen draws its own progress bar.
  public static var showsProgress: Bool { false }
}
