/// Pixels 0xAARRGGBB with premultiplied alpha, made once and shared.
public final class Picture: Equatable {
  public let width, height: Int32
  public let pixels: [UInt32]

  /// Row by row; `pixels` has `width * height` members.
  public init(width: Int32, height: Int32, pixels: [UInt32]) {
    precondition(pixels.count == Int(width) * Int(height))
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  public static func == (left: Picture, right: Picture) -> Bool { left === right }
}
