/// Rows of pixels 0xAARRGGBB in memory that the caller owns; the memory must stay valid while the surface is used.
public struct Surface {
  /// The first pixel of the first row.
  public let pixels: UnsafeMutablePointer<UInt32>
  /// The size in pixels.
  public let width, height: Int32
  /// The distance between the starts of two rows, in pixels.
  public let stride: Int

  /// A surface at `pixels`; `stride` is in pixels.
  public init(_ pixels: UnsafeMutablePointer<UInt32>, width: Int32, height: Int32, stride: Int) {
    self.pixels = pixels
    self.width = width
    self.height = height
    self.stride = stride
  }

  /// All pixels of the surface.
  public var bounds: Rect { Rect(0, 0, width, height) }

  /// Copies the pixels of `rect`, which lies in both surfaces, from another surface.
  public func copy(_ rect: Rect, from other: Surface) {
    for y in rect.minY..<max(rect.minY, rect.maxY) {
      Raster.copy(other.row(y, from: rect.minX), count: Int(rect.width), to: row(y, from: rect.minX))
    }
  }

  /// A pointer to the pixel at `x` in row `y`, and so to those on its right.
  func row(_ y: Int32, from x: Int32) -> UnsafeMutablePointer<UInt32> { pixels + (Int(y) &* stride &+ Int(x)) }
}
