import Raster
public import Scene
public import Support

/// Cards with holes in place of their content, and a light that moves behind the holes (docs/loaders.md, "skeleton").
public struct Skeleton: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "skeleton" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "cards whose content is still to come" }
  /// True: the cards stretch to the width of the area.
  public static var fillsBox: Bool { true }
  /// The parameters in docs/loaders.md, "skeleton".
  public static var parameters: [Parameter] {
    [
      Parameter("cards", .count(1...50), "3", "number of cards"),
      Parameter("width", .points(1...4000), "320", "a card's width by itself"),
      Parameter("height", .points(1...1000), "88", "a card's height"),
      Parameter(
        "layout", .rectangles, "12 12 40 40, 64 15.2 60% 9.6, 64 35.2 40% 9.6, 12 65.2 100% 9.6",
        "the holes of a card; a width in per cent is of the way to 12 points before the right edge"),
      Parameter("corner-radius", .points(0...500), "0", "of the holes, at most half their height"),
      Parameter(
        "colors", .colors(upTo: 3), nil, "edge, between and middle of the light; greys of the scheme without them"),
      Parameter("card-color", .color, "card", "the cards"),
      Parameter("gradient-width", .number(0.01...1), "0.17", "the light's rise, as a part of the card's width"),
      Parameter("gradient-first-stop", .number(0...1), "0.1", "how much of the rise is left out at the end of a pass"),
      Parameter("duration", .seconds(0.05...3600), "0.85", "one pass of the light"),
    ]
  }

  let cards: Int
  let width, height, radius, rise, rest: Double
  let holes: [CardRectangle]
  let colors: [Color]
  let card: Color
  let duration: Time

  /// Cards; the text is ignored.
  public init(_ text: Bytes, _ given: ParameterValues) {
    let palette = given.colorsIfSet("colors") ?? Color.skeleton(given.scheme)
    colors = [0, 1, 2, 1, 0].map { palette[min($0, palette.count - 1)] }
    cards = Int(given.number("cards"))
    width = given.number("width")
    height = given.number("height")
    holes = given.rectangles("layout")
    radius = given.number("corner-radius")
    rise = given.number("gradient-width")
    rest = given.number("gradient-first-stop")
    card = given.color("card-color")
    duration = given.time("duration")
  }

  /// The cards in a column. Their light is one gradient across the card's width, the same in every card.
  public func body(_ moment: Moment) -> some Layer {
    let phase = moment.loop(duration)
    // The locations of the five colours at the start and at the end of a pass. The gradient is twice as wide as a card.
    let from = [rise - 1, rise - 1, 0, rise, 1 + rise], to = [0, 1, 1, 1 + max(0, rise - rest), 1 + rise]
    let stops = zip(zip(from, to), colors).map { Gradient.Stop($0.0 + ($0.1 - $0.0) * phase, $1) }
    Column(spacing: 12) {
      for _ in 0..<cards {
        Rectangle().fill(card).frame(height: height)
          .cutouts(opacity: moment.motionOpacity, { card in holes.map { ($0.area(on: card), radius) } }) { card in
            let start = card.x + card.width * (rise - 1)
            return .line(stops, from: (start, 0), to: (start + 2 * card.width, 0))
          }
      }
    }
    .frame(width: width, .top)
  }
}
