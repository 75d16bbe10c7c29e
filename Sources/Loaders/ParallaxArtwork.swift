internal import CArtwork
import Scene
import Support

/// The pictures of `Parallax`: those given as parameters, or the built-in ones.
struct ParallaxArtwork {
  let city, tree: Artwork
  let walker: [Artwork]

  init(_ given: ParameterValues) {
    city = given.pictures("city")?.first ?? Artwork(builtIn: artwork_city())
    tree = given.pictures("tree")?.first ?? Artwork(builtIn: artwork_tree())
    walker = given.pictures("walker") ?? (0..<4).map { Artwork(builtIn: artwork_walker($0)) }
  }

  /// The width of the city strip when it is scaled to a height, in points.
  func stripWidth(_ height: Double) -> Double { max(1, height * city.size.width / max(1, city.size.height)) }
}

extension Artwork {
  /// A picture compiled into the program, with two pixels per point.
  fileprivate convenience init(builtIn file: ArtworkFile) {
    self.init(builtIn: UnsafeBufferPointer(start: file.bytes, count: file.size), scale: 2)
  }
}
