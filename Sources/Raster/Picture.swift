/// Pixels 0xAARRGGBB with premultiplied alpha, made once and shared.
public final class Picture: Equatable {
  public let width, height: Int32
  private let memory: UnsafeBufferPointer<UInt32>
  /// Whose memory it is; nil when it is ours.
  private let owner: AnyObject?
  /// The same in the sizes in which it was shown last.
  public private(set) var sizes: [Picture] = []
  private static var remembered: Int { 4 }

  /// `pixels` has `width * height` members.
  public init(width: Int32, height: Int32, pixels: [UInt32]) {
    precondition(pixels.count == Int(width) * Int(height))
    let own = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: pixels.count)
    _ = own.initialize(from: pixels)
    (self.width, self.height, memory, owner) = (width, height, UnsafeBufferPointer(own), nil)
  }

  /// Pixels in memory that lasts as long as `owner`.
  public init(width: Int32, height: Int32, pixels: UnsafeBufferPointer<UInt32>, of owner: AnyObject) {
    precondition(pixels.count == Int(width) * Int(height))
    (self.width, self.height, memory, self.owner) = (width, height, pixels, owner)
  }

  deinit { if owner == nil { memory.deallocate() } }

  /// A copy of them, row by row.
  public var pixels: [UInt32] { Array(memory) }

  /// One of them.
  subscript(index: Int) -> UInt32 { memory[index] }

  /// The picture in another size: as it was made before, or else anew.
  public func resized(width: Int32, height: Int32) -> Picture {
    if width == self.width && height == self.height { return self }
    if let known = sizes.first(where: { $0.width == width && $0.height == height }) { return known }
    let picture = resampled(width: width, height: height)
    remember(picture)
    return picture
  }

  /// Takes itself in a size that was made elsewhere.
  public func remember(_ picture: Picture) {
    if sizes.count == Picture.remembered { sizes.removeFirst() }
    sizes.append(picture)
  }

  public static func == (left: Picture, right: Picture) -> Bool { left === right }
}
