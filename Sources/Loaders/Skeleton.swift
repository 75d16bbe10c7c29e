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
      Parameter("cards", .number(1...50), "3", "number of cards"),
      Parameter("colors", .colors, nil, "edge, between and middle of the light; greys of the scheme without them"),
      Parameter("card-color", .color, "card", "the cards"),
      Parameter("duration", .seconds(0.05...3600), "0.85", "one pass of the light"),
    ]
  }

  let cards: Int
  let colors: [Color]
  let card: Color
  let duration: Time

  /// Cards; the text is ignored.
  public init(_ text: Bytes, _ given: ParameterValues) {
    let palette = given.colorsIfSet("colors") ?? Color.skeleton(given.scheme)
    colors = [0, 1, 2, 1, 0].map { palette[min($0, palette.count - 1)] }
    cards = Int(given.number("cards"))
    card = given.color("card-color")
    duration = given.time("duration")
  }

  /// The cards in a column. Their light is one gradient across the card's width, the same in every card.
  public func body(_ moment: Moment) -> some Layer {
    let gap = 0.17, rest = 0.10, phase = moment.loop(duration)
    let from = [gap - 1, gap - 1, 0, gap, 1 + gap], to = [0, 1, 1, 1 + (gap - rest), 1 + gap]
    let stops = zip(zip(from, to), colors).map { ($0.0 + ($0.1 - $0.0) * phase, $1) }
    Column(spacing: 12) {
      for _ in 0..<cards {
        Rectangle().fill(card).frame(height: 88)
          .cutouts(opacity: moment.motionOpacity, SkeletonContent.holes) { card in
            let start = card.x + card.width * (gap - 1)
            return .line(stops, from: (start, 0), to: (start + 2 * card.width, 0))
          }
      }
    }
    .frame(width: 320, .top)
  }
}
