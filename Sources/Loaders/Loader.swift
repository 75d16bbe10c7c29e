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
  /// Its own, without those that every loader has.
  static var parameters: [Parameter] { get }

  /// `text` is empty where none was given.
  init(_ text: Bytes, _ given: Values)

  @LayerBuilder func body(_ moment: Moment) -> Body
}

/// A loader with its parameters, whatever its type.
public struct AnyLoader {
  public let name: StaticString
  public let scheme: Scheme
  public let scale: Double
  /// The room it would take, in points, when there is `offered`.
  public let size: (_ offered: Size, Context) -> Size
  /// Adds a frame's marks to the array, in the middle of an area.
  public let draw: (Moment, Area, Context, inout [Mark]) -> Void

  init<L: Loader>(_ loader: L, _ given: Values) {
    name = L.name
    (scheme, scale) = (given.scheme, given.scale)
    size = { offered, context in loader.body(Moment(.zero)).size(offered: offered, context) }
    draw = { moment, area, context, marks in
      loader.body(moment).place(in: area, .center, context, into: &marks)
    }
  }
}
