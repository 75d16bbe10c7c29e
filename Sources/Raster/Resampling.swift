import Support

extension Picture {
  /// Makes pixels 0xAARRGGBB with premultiplied alpha of pixels 0xAABBGGRR with straight alpha.
  @_optimize(speed)
  public static func premultiply(_ pixels: inout [UInt32]) {
    pixels.withUnsafeMutableBufferPointer { pixels in
      for index in pixels.indices where pixels[index] != 0 {
        let pixel = pixels[index], alpha = pixel >> 24
        let exchanged = 0xFF00_0000 | pixel & 0x0000_FF00 | pixel << 16 & 0x00FF_0000 | pixel >> 16 & 0x0000_00FF
        // Most pixels of a logo are transparent or opaque.
        pixels[index] = alpha == 255 ? exchanged : scaled(exchanged, by: alpha)
      }
    }
  }

  /// The picture in another size: a box filter (mean of the covered pixels) when shrinking, bilinear when growing.
  @_optimize(speed)
  func resampled(width: Int32, height: Int32) -> Picture {
    let columns = Resampling(from: self.width, to: width), rows = Resampling(from: self.height, to: height)
    let count = Int(width)
    // Two channels are 32 bits apart in a word, so that a multiplication has no carry between them.
    let low: UInt64 = 0x0000_00FF_0000_00FF, wider: UInt64 = 0x0000_FFFF_0000_FFFF
    // Rows are resampled to the new width first, with 6 additional bits per channel, then columns to the new height.
    var wide = [UInt64](repeating: 0, count: count * Int(self.height))
    wide.withUnsafeMutableBufferPointer { wide in
      for y in 0..<self.height {
        let row = row(0, y)
        columns.forEach { x, first, weights in
          var even: UInt64 = 0, odd: UInt64 = 0
          for offset in weights.indices {
            let pixel = UInt64(row[first + offset]), weight = UInt64(weights[offset])
            even &+= ((pixel | pixel &<< 16) & low) &* weight
            odd &+= ((pixel &>> 8 | pixel &<< 8) & low) &* weight
          }
          wide[Int(y) * count + x] = (even &>> 10 & wider) | (odd &>> 10 & wider) &<< 16
        }
      }
    }
    var result = [UInt32](repeating: 0, count: count * Int(height))
    result.withUnsafeMutableBufferPointer { result in
      wide.withUnsafeBufferPointer { wide in
        rows.forEach { y, first, weights in
          for x in 0..<count {
            var even: UInt64 = 0x0020_0000_0020_0000, odd = even
            for offset in weights.indices {
              let pixel = wide[(first + offset) * count + x], weight = UInt64(weights[offset])
              even &+= (pixel & wider) &* weight
              odd &+= (pixel &>> 16 & wider) &* weight
            }
            let pair = (even &>> 22 & low) | (odd &>> 22 & low) &<< 8
            result[y * count + x] = UInt32(truncatingIfNeeded: pair | pair &>> 16)
          }
        }
      }
    }
    return Picture(width: width, height: height, pixels: result)
  }
}

/// The source pixels and weights of each pixel of a resampled row or column.
private struct Resampling {
  /// By resampled pixel: the first source pixel.
  private var firsts: [Int] = []
  /// By resampled pixel: where its weights end in `weights`.
  private var ends: [Int] = []
  /// The weights of consecutive source pixels, in 1/65536; those of a resampled pixel have the sum 65536.
  private var weights: [UInt32] = []

  /// Calls `body` with each resampled pixel, its first source pixel, and the weights from there on.
  @inline(__always)
  func forEach(_ body: (_ pixel: Int, _ first: Int, _ weights: UnsafeBufferPointer<UInt32>) -> Void) {
    weights.withUnsafeBufferPointer { weights in
      var start = 0
      for pixel in firsts.indices {
        body(pixel, firsts[pixel], UnsafeBufferPointer(rebasing: weights[start..<ends[pixel]]))
        start = ends[pixel]
      }
    }
  }

  /// The resampling of `source` pixels to `target` pixels: a box filter when shrinking, linear when growing.
  init(from source: Int32, to target: Int32) {
    let step = Double(source) / Double(target)
    for index in 0..<Int(target) {
      // A pixel covers `step` source pixels. If that is less than one, it is interpolated between two pixel centres.
      let extent = max(1, step), middle = (Double(index) + 0.5) * step
      let first = max(0, Int((middle - extent / 2 - (step < 1 ? 0.5 : 0)).rounded(.down)))
      let last = min(Int(source) - 1, Int((middle + extent / 2 + (step < 1 ? 0.5 : 0)).rounded(.up)))
      var parts = (first...max(first, last)).map { index -> Double in
        if step < 1 { return max(0, 1 - abs(Double(index) + 0.5 - middle)) }
        return max(0, min(Double(index) + 1, middle + step / 2) - max(Double(index), middle - step / 2))
      }
      let sum = max(1e-9, parts.reduce(0, +))
      parts = parts.map { $0 / sum * 65536 }
      var whole = parts.map { UInt32($0) }
      let largest = parts.indices.max { parts[$0] < parts[$1] } ?? 0
      whole[largest] += 65536 - whole.reduce(0, +)
      let start = whole.firstIndex { $0 > 0 } ?? 0, end = whole.lastIndex { $0 > 0 } ?? 0
      firsts.append(first + start)
      weights += whole[start...end]
      ends.append(weights.count)
    }
  }
}
