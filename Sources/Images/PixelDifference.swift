import Raster

/// The differences between two pictures of the same size.
///
/// Each channel of a pixel is its difference to the old picture, less that of the pixel to its left: smooth changes
/// become small numbers. All arithmetic is modulo 256.
enum PixelDifference {
  /// Writes the differences of a row of `count` pixels.
  static func write(
    from old: UnsafePointer<UInt32>, to new: UnsafePointer<UInt32>, _ count: Int,
    into differences: UnsafeMutablePointer<UInt32>
  ) {
    var left: UInt32 = 0
    for index in 0..<count {
      let change = subtract(old[index], from: new[index])
      differences[index] = subtract(left, from: change)
      left = change
    }
  }

  /// Adds differences to a row of `count` pixels.
  @_optimize(speed)
  static func add(_ differences: UnsafePointer<UInt32>, to pixels: UnsafeMutablePointer<UInt32>, _ count: Int) {
    var change: UInt32 = 0
    for index in 0..<count {
      change = add(change, differences[index])
      pixels[index] = add(pixels[index], change)
    }
  }

  @inline(__always)
  private static func add(_ left: UInt32, _ right: UInt32) -> UInt32 {
    ((left & 0x7F7F_7F7F) &+ (right & 0x7F7F_7F7F)) ^ ((left ^ right) & 0x8080_8080)
  }

  @inline(__always)
  private static func subtract(_ right: UInt32, from left: UInt32) -> UInt32 {
    ((left | 0x8080_8080) &- (right & 0x7F7F_7F7F)) ^ ((left ^ ~right) & 0x8080_8080)
  }
}

extension Rect {
  /// The smallest rectangle that contains all differences of two pictures of `width` × `height` pixels; empty if there
  /// are none.
  init(
    changedFrom old: UnsafePointer<UInt32>, to new: UnsafePointer<UInt32>, width: Int, height: Int
  ) {
    self = .empty
    for y in 0..<height {
      let row = y * width
      var first = 0, last = width
      while first < last, old[row + first] == new[row + first] { first += 1 }
      while first < last, old[row + last - 1] == new[row + last - 1] { last -= 1 }
      self = union(Rect(Int32(first), Int32(y), Int32(last), Int32(y + 1)))
    }
  }
}
