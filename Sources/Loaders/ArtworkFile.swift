import Images
import Raster
import Scene
import Support

extension Artwork {
  /// Reads a PNG file and the `@2x` and `@3x` variants beside it, for the parameter with the given name.
  ///
  /// Throws if the file itself cannot be read or decoded. A variant that is missing or invalid is ignored.
  convenience init(_ parameter: StaticString, _ path: Bytes, _ files: Files) throws(ParameterError) {
    func picture(_ path: Bytes) throws(ParameterError) -> Picture {
      do { return try files.picture(path) } catch { throw ParameterError(Bytes(parameter), error.reason) }
    }
    var variants = [(scale: 1.0, picture: try picture(path))]
    if path.hasSuffix(".png") {
      for scale in 2...3 {
        let variant: Bytes = "\(Bytes(path.utf8.dropLast(4)))@\(scale)x.png"
        if let picture = try? picture(variant) { variants.append((Double(scale), picture)) }  // usually there is none
      }
    }
    self.init(variants)
  }

  /// A PNG picture that is part of the program, with `scale` pixels per point. Traps if it cannot be decoded.
  convenience init(builtIn bytes: UnsafeBufferPointer<UInt8>, scale: Double) {
    do {
      self.init([(scale, try Picture(png: Array(bytes)))])
    } catch {
      fatalError("a built-in picture cannot be decoded")
    }
  }
}
