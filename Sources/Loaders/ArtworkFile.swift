import Images
import Notation
import Raster
import Scene

extension Artwork {
  /// Reads a PNG file, and `@2x` and `@3x` variants that stand beside it. Throws when the file itself cannot be shown.
  convenience init(
    _ parameter: StaticString, _ path: Bytes, _ files: Files
  ) throws(ParameterError) {
    func picture(_ path: Bytes) throws(ParameterError) -> Picture {
      do { return try files.picture(path) } catch { throw ParameterError(Bytes(parameter), error.reason) }
    }
    var variants = [(scale: 1.0, picture: try picture(path))]
    if path.hasSuffix(".png") {
      for scale in 2...3 {
        let variant: Bytes = "\(Bytes(path.utf8.dropLast(4)))@\(scale)x.png"
        if let picture = try? picture(variant) { variants.append((Double(scale), picture)) }  // not there, mostly
      }
    }
    self.init(variants)
  }

  /// A picture that is part of the program, of `scale` pixels a point; it is known to be good.
  convenience init(builtIn bytes: UnsafeBufferPointer<UInt8>, scale: Double) {
    do {
      self.init([(scale, try Picture(png: Array(bytes)))])
    } catch {
      fatalError("a built-in picture is broken")
    }
  }
}
