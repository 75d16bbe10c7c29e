/// Immutable, shared pixels 0xAARRGGBB with premultiplied alpha.
public final class Picture: Equatable {
  /// The size in pixels.
  public let width, height: Int32
  /// The pixels, row by row; empty until `decode` was called.
  private var memory: UnsafeBufferPointer<UInt32>
  /// The object that keeps `memory` alive; nil if the picture allocated it.
  private var owner: AnyObject?
  /// Returns the picture with the pixels, or nil if it cannot be decoded; nil when they are in memory.
  private var decode: (() -> Picture?)?
  /// The most recently used resized copies, oldest first.
  public private(set) var resizedCopies: [Picture] = []
  /// The most resized copies.
  private static var cacheLimit: Int { 4 }

  /// A picture that copies `pixels`, row by row. Traps unless there are `width * height` of them.
  public init(width: Int32, height: Int32, pixels: [UInt32]) {
    precondition(pixels.count == Int(width) * Int(height))
    let copy = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: pixels.count)
    pixels.withUnsafeBytes { UnsafeMutableRawBufferPointer(copy).copyMemory(from: $0) }
    self.width = width
    self.height = height
    memory = UnsafeBufferPointer(copy)
    owner = nil
  }

  /// A copy of a picture of the same size, or transparent pixels for nil, which `change` changes row by row.
  public init(
    width: Int32, height: Int32, from base: Picture?, _ change: (UnsafeMutablePointer<UInt32>) -> Void
  ) {
    let copy = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: Int(width) * Int(height))
    if let base {
      UnsafeMutableRawBufferPointer(copy).copyMemory(from: UnsafeRawBufferPointer(base.decoded))
    } else {
      copy.initialize(repeating: 0)
    }
    if let start = copy.baseAddress { change(start) }
    self.width = width
    self.height = height
    memory = UnsafeBufferPointer(copy)
    owner = nil
  }

  /// A picture in memory that `owner` keeps valid. Traps unless there are `width * height` pixels.
  public init(width: Int32, height: Int32, pixels: UnsafeBufferPointer<UInt32>, of owner: AnyObject) {
    precondition(pixels.count == Int(width) * Int(height))
    self.width = width
    self.height = height
    memory = pixels
    self.owner = owner
  }

  /// A picture that is decoded when its pixels are needed for the first time. It is transparent if `decode` returns
  /// nil, or a picture of another size.
  public init(width: Int32, height: Int32, decode: @escaping () -> Picture?) {
    self.width = width
    self.height = height
    memory = UnsafeBufferPointer(start: nil, count: 0)
    owner = nil
    self.decode = decode
  }

  deinit { if owner == nil { memory.deallocate() } }

  /// The pixels in memory.
  private var decoded: UnsafeBufferPointer<UInt32> {
    guard let decode else { return memory }
    self.decode = nil
    let count = Int(width) * Int(height)
    var whole = decode()
    if whole?.width != width || whole?.height != height { whole = nil }
    let source = whole ?? Picture(width: width, height: height, pixels: [UInt32](repeating: 0, count: count))
    owner = source
    memory = source.decoded
    return memory
  }

  /// A copy of the pixels, row by row.
  public var pixels: [UInt32] { Array(decoded) }

  /// The pixel at a linear index, `y * width + x`.
  subscript(index: Int) -> UInt32 { decoded[index] }

  /// The pixels of row `y` from column `x`, valid as long as the picture.
  func row(_ x: Int32, _ y: Int32) -> UnsafePointer<UInt32> {
    // Nearly always in memory, and `decoded` retains the function that decodes.
    guard let start = memory.baseAddress ?? decoded.baseAddress else { fatalError("a picture with a row has pixels") }
    return start + Int(y) * Int(width) + Int(x)
  }

  /// Writes `count` pixels of row `y`, from column `x` of the picture that is moved to the right by `shift` / 255
  /// pixel: each is a mix of a pixel and the one to its left. Beyond the edges the picture `repeats`, or is
  /// transparent.
  func write(
    to colors: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int, shift: UInt32, repeats: Bool
  ) {
    let pixels = row(0, y), x = Int(x), last = Int(width) - 1, inside = min(count, last + 1 - x)
    let left = x > 0 ? pixels[x - 1] : repeats ? pixels[last] : 0
    colors[0] = scaled(pixels[min(x, last)], by: x > last ? 0 : 255 - shift) &+ scaled(left, by: shift)
    if inside > 1 { mix(colors + 1, count: inside - 1, 255 - shift, of: pixels + x + 1, with: pixels + x) }
    if inside > 0 && inside < count { colors[inside] = scaled(pixels[last], by: shift) }
  }

  /// Blends over `target` the pixels that `write` would write.
  @inline(never)
  func blend(
    over target: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int, shift: UInt32, repeats: Bool
  ) {
    let pixels = row(0, y), x = Int(x), width = Int(width)
    @inline(__always) func blend(_ pixel: UInt32, _ left: UInt32, at index: Int) {
      target[index] = over(scaled(pixel, by: 255 &- shift) &+ scaled(left, by: shift), target[index])
    }
    var index = 0
    if x == 0 {
      blend(pixels[0], repeats ? pixels[width &- 1] : 0, at: 0)
      index = 1
    }
    // Most pixels are mixed from two of the picture.
    let inside = min(count, width - x)
    if inside - index >= Block.count {
      over(target + index, count: inside - index, pixels + x + index, movedBy: shift)
      index = inside
    }
    while index < count {
      let column = x &+ index
      blend(column < width ? pixels[column] : 0, pixels[column &- 1], at: index)
      index &+= 1
    }
  }

  /// The picture in another size, from the cache or resampled. Both lengths must be above 0.
  public func resized(width: Int32, height: Int32) -> Picture {
    if width == self.width && height == self.height { return self }
    guard let index = resizedCopies.lastIndex(where: { $0.width == width && $0.height == height }) else {
      cache(resampled(width: width, height: height))
      return resizedCopies[resizedCopies.count - 1]
    }
    let copy = resizedCopies[index]
    if index < resizedCopies.count - 1 { resizedCopies.append(resizedCopies.remove(at: index)) }
    return copy
  }

  /// Adds a resized copy that was made elsewhere; the one that was used longest ago is dropped if there are four.
  public func cache(_ copy: Picture) {
    if resizedCopies.count == Picture.cacheLimit { resizedCopies.removeFirst() }
    resizedCopies.append(copy)
  }

  /// True if both are the same object, or have the same size and the same pixels in memory. It decodes nothing.
  public func hasSamePixels(as other: Picture) -> Bool {
    if self === other { return true }
    return decode == nil && other.decode == nil && width == other.width && height == other.height
      && memory.elementsEqual(other.memory)
  }

  /// True if both are the same object.
  public static func == (left: Picture, right: Picture) -> Bool { left === right }
}
