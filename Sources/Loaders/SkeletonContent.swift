import Scene

/// The holes of a skeleton's card: a picture, two short lines beside it and a long line below.
enum SkeletonContent {
  /// The holes with their corner radius, in points.
  static func holes(in card: Area) -> [(area: Area, cornerRadius: Double)] {
    let left = card.width - 64 - 12
    return [
      (Area(card.x + 12, card.y + 12, 40, 40), 4), line(card.x + 64, card.y + 14, 0.6 * left),
      line(card.x + 64, card.y + 34, 0.4 * left), line(card.x + 12, card.y + 64, card.width - 24),
    ]
  }

  /// A line of text: a bar with 80 % of the height of its 12-point box.
  private static func line(_ x: Double, _ y: Double, _ width: Double) -> (area: Area, cornerRadius: Double) {
    (Area(x, y + 1.2, width, 9.6), 4.8)
  }
}
