import Scene
import Support

/// A rectangle on a card, in points from the card's upper left corner (docs/loaders.md, "skeleton").
public struct CardRectangle {
  private let x, y, height: Double
  private let width: Width

  private enum Width {
    case points(Double)
    /// A part (0…1) of the way from `x` to 12 points before the card's right edge.
    case part(Double)
  }

  /// Parses `X Y WIDTH HEIGHT`; WIDTH may be in per cent. Nil for anything else, and for lengths beyond 4000.
  init?(_ text: Bytes) {
    var words = text.split(at: UInt8(ascii: " ")).map { $0.trimmed }.filter { !$0.isEmpty }
    guard words.count == 4 else { return nil }
    let isPart = words[2].hasSuffix("%")
    if isPart { words[2] = Bytes(words[2].utf8.dropLast()) }
    let numbers = words.compactMap { Decimal.double($0) }
    guard numbers.count == 4, numbers.allSatisfy({ (0...4000).contains($0) }), numbers[2] > 0, numbers[3] > 0,
      !isPart || numbers[2] <= 100
    else { return nil }
    x = numbers[0]
    y = numbers[1]
    width = isPart ? .part(numbers[2] / 100) : .points(numbers[2])
    height = numbers[3]
  }

  /// What of it lies on a card.
  func area(on card: Area) -> Area {
    let wide =
      switch width {
      case .points(let points): points
      case .part(let part): part * (card.width - 12 - x)
      }
    return Area(
      card.x + x, card.y + y, max(0, min(wide, card.width - x)), max(0, min(height, card.height - y)))
  }
}
