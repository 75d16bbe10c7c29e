public import Raster
public import Scene
public import Support

/// A loader of any type, with its text and parameters; immutable.
public final class AnyLoader {
  /// Tells this loader from all others, without keeping its pictures in memory.
  final class Identity {}
  let identity = Identity()
  /// `Loader.name`.
  public let name: StaticString
  /// The value of the parameter `scheme`.
  public let scheme: Scheme
  /// Pixels per point; nil follows the display.
  public let scale: Double?
  /// The value of the parameter `progress`; nil if the loader has none.
  public let progress: Double?
  /// The values of the loader's static properties with the same names.
  public let showsProgress, standsAlone, fillsScreen, fadesItself: Bool
  /// `Loader.cover`.
  public let cover: Color?
  /// The scheme of texts on `cover`.
  var coverScheme: Scheme? { cover.map { $0.isLight ? .light : .dark } }
  /// `Loader.fadeOut`.
  let fadeOut: Time
  /// `Loader.end`.
  let end: (loader: AnyLoader, duration: Time)?
  /// Errors of parameters that were replaced by their default values.
  public let problems: [ParameterError]
  /// The loader's size if `offered` is available, in points.
  public let size: (_ offered: Size, Context) -> Size
  /// Appends the draw operations of a frame in an area (points) to the array.
  public let draw: (Moment, Area, Context, inout [DrawOp]) -> Void
  /// The same loader with another text.
  public let withText: (Bytes) -> AnyLoader

  /// True for the loader `console`, which shows a log.
  public var isConsole: Bool { name == Console.name }

  /// Erases the type of `loader`, which was made with the parameters `given`.
  init<L: Loader>(_ loader: L, _ given: ParameterValues) {
    name = L.name
    scheme = given.scheme
    scale = given.scale
    progress = given.numberIfSet("progress")
    problems = given.problems
    cover = loader.cover
    fadeOut = loader.fadeOut
    end = loader.end.map { (AnyLoader($0.loader, given), $0.duration) }
    showsProgress = L.showsProgress
    standsAlone = L.standsAlone
    fillsScreen = L.fillsScreen
    fadesItself = L.fadesItself
    withText = { AnyLoader(L($0, given), given) }
    // Not inlined: each of the two closures would contain a copy of the code.
    @inline(never) func body(_ moment: Moment) -> L.Body { loader.body(moment) }
    size = { offered, context in body(Moment(.zero)).size(offered: offered, context) }
    let reducesMotion = given.reducesMotion
    draw = { moment, area, context, drawOps in
      let layers = body(reducesMotion ? moment.withReducedMotion : moment)
      if L.fillsBox {
        layers.draw(in: area, context, into: &drawOps)
      } else {
        layers.place(in: area, .center, context, into: &drawOps)
      }
    }
  }
}
