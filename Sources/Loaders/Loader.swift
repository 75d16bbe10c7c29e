public import Notation
public import Raster
public import Scene

/// An animation shown while something goes on: a function from a moment to layers.
public protocol Loader {
  associatedtype Body: Layer

  static var name: StaticString { get }
  static var summary: StaticString { get }
  /// Whether it shows nothing without a text.
  static var needsText: Bool { get }
  /// Whether it takes all of a box that it is drawn into, instead of standing in its middle.
  static var fillsBox: Bool { get }
  /// Whether it takes the whole of a screen.
  static var fillsScreen: Bool { get }
  /// Whether it fades in by itself, wherever it is drawn.
  static var fadesItself: Bool { get }
  /// Whether it says all that there is to say, so that no title goes with it.
  static var standsAlone: Bool { get }
  /// Whether it shows the progress itself.
  static var showsProgress: Bool { get }
  /// Its own, without those that every loader has.
  static var parameters: [Parameter] { get }

  /// `text` is empty where none was given.
  init(_ text: Bytes, _ given: Values)

  @LayerBuilder func body(_ moment: Moment) -> Body
}

extension Loader {
  public static var needsText: Bool { false }
  public static var fillsBox: Bool { false }
  public static var fillsScreen: Bool { false }
  public static var fadesItself: Bool { false }
  public static var standsAlone: Bool { false }
  public static var showsProgress: Bool { false }
}

/// A loader with its parameters, whatever its type.
public struct AnyLoader {
  public let name: StaticString
  public let scheme: Scheme
  /// Pixels a point; nil follows the display.
  public let scale: Double?
  public let showsProgress, standsAlone, fillsScreen, fadesItself: Bool
  /// What could not be used and was replaced by what is standard.
  public let complaints: [ParameterError]
  /// The room it would take, in points, when there is `offered`.
  public let size: (_ offered: Size, Context) -> Size
  /// Adds a frame's marks to the array, in an area.
  public let draw: (Moment, Area, Context, inout [Mark]) -> Void
  /// The same with another text.
  public let saying: (Bytes) -> AnyLoader

  /// Whether it shows a log.
  public var isConsole: Bool { Bytes(name) == Bytes(Console.name) }

  init<L: Loader>(_ loader: L, _ given: Values) {
    name = L.name
    (scheme, scale, complaints) = (given.scheme, given.scale, given.complaints)
    (showsProgress, standsAlone) = (L.showsProgress, L.standsAlone)
    (fillsScreen, fadesItself) = (L.fillsScreen, L.fadesItself)
    saying = { AnyLoader(L($0, given), given) }
    // Out of line: both closures would have a copy.
    @inline(never) func body(_ moment: Moment) -> L.Body { loader.body(moment) }
    size = { offered, context in body(Moment(.zero)).size(offered: offered, context) }
    draw = { moment, area, context, marks in
      let layers = body(given.isCalm ? moment.calmed : moment)
      if L.fillsBox {
        layers.draw(in: area, context, into: &marks)
      } else {
        layers.place(in: area, .center, context, into: &marks)
      }
    }
  }
}
