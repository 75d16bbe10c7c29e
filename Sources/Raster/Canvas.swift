/// Rows of pixels 0xAARRGGBB in memory that somebody else owns and keeps while this is used.
public struct Canvas {
  public let pixels: UnsafeMutablePointer<UInt32>
  public let width, height: Int32
  /// Pixels from one row to the next.
  public let stride: Int

  public init(_ pixels: UnsafeMutablePointer<UInt32>, width: Int32, height: Int32, stride: Int) {
    (self.pixels, self.width, self.height, self.stride) = (pixels, width, height, stride)
  }

  public var bounds: Rect { Rect(0, 0, width, height) }

  func row(_ y: Int32, from x: Int32) -> UnsafeMutablePointer<UInt32> { pixels + (Int(y) * stride + Int(x)) }
}
