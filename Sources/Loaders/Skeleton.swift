public import Notation
import Raster
public import Scene

/// Cards with holes where content will be, and a light that moves behind them (loaders.md, "skeleton").
public struct Skeleton: Loader {
  public static var name: StaticString { "skeleton" }
  public static var summary: StaticString { "cards whose content is still to come" }
  public static var fillsBox: Bool { true }
  public static var parameters: [Parameter] {
    [
      Parameter("cards", .number(1...50), "3", "how many, one under the other"),
      Parameter("colors", .colors, nil, "edge, between and middle of the light"),
      Parameter("card-color", .color, nil, "of the cards; white, #1C1C1E on dark"),
      Parameter("duration", .seconds(0.05...3600), "0.85", "one pass of the light"),
    ]
  }

  let cards: Int
  let colors: [Color]
  let card: Color
  let duration: Time
  let isCalm: Bool

  public init(_ text: Bytes, _ given: Values) {
    let isDark = given.scheme == .dark
    let standard =
      isDark
      ? [Color(0x2C2C2E), Color(0x3A3A3C), Color(0x48484A)] : [Color(0xF6F7F8), Color(0xEEEEEE), Color(0xDDDDDD)]
    let set = given.colors("colors") ?? standard
    colors = (0..<3).map { set[min($0, set.count - 1)] }
    (cards, isCalm) = (Int(given.number("cards") ?? 3), given.isCalm)
    card = given.color("card-color") ?? (isDark ? Color(0x1C1C1E) : .white)
    duration = given.time("duration") ?? .zero
  }

  public func body(_ moment: Moment) -> some Layer {
    let gap = 0.17, rest = 0.10, phase = isCalm ? 0 : moment.loop(duration)
    let from = [gap - 1, gap - 1, 0, gap, 1 + gap], to = [0, 1, 1, 1 + (gap - rest), 1 + gap]
    let stops = zip(zip(from, to), [0, 1, 2, 1, 0]).map { ($0.0 + ($0.1 - $0.0) * phase, colors[isCalm ? 1 : $1]) }
    Column(spacing: 12) {
      for _ in 0..<cards {
        Rectangle().fill(card).frame(height: 88)
          .holes(opacity: isCalm ? moment.breath() : 1) { card in
            let left = card.width - 64 - 12
            return [
              (Area(card.x + 12, card.y + 12, 40, 40), 4), (Skeleton.line(card.x + 64, card.y + 14, 0.6 * left), 4.8),
              (Skeleton.line(card.x + 64, card.y + 34, 0.4 * left), 4.8),
              (Skeleton.line(card.x + 12, card.y + 64, card.width - 24), 4.8),
            ]
          } fill: { card in
            let start = card.x + card.width * (gap - 1)
            return .line(stops, from: (start, 0), to: (start + 2 * card.width, 0))
          }
      }
    }
    .frame(width: 320, .top)
  }

  /// A text bar, drawn 0.8 of its box's 12 points high.
  private static func line(_ x: Double, _ y: Double, _ width: Double) -> Area { Area(x, y + 1.2, width, 9.6) }
}
