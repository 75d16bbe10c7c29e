internal import CArtwork
import Notation
import Scene

/// The pictures of parallax: those that were set, or the program's own.
struct ParallaxArtwork {
  let city, tree: Artwork
  let walker: [Artwork]

  init(_ given: Values) {
    city = given.pictures("city")?.first ?? Artwork(builtIn: artwork_city())
    tree = given.pictures("tree")?.first ?? Artwork(builtIn: artwork_tree())
    walker = given.pictures("walker") ?? (0..<4).map { Artwork(builtIn: artwork_walker($0)) }
  }

  /// Of a strip 300 points high, in points.
  var stripWidth: Double { max(1, 300 * city.size.width / max(1, city.size.height)) }
}

extension Artwork {
  fileprivate convenience init(builtIn file: ArtworkFile) {
    self.init(builtIn: UnsafeBufferPointer(start: file.bytes, count: file.size), scale: 2)
  }
}
