import Support

extension Picture {
  /// Multiplies the colour channels of straight-alpha pixels 0xAARRGGBB by their alpha.
  public static func premultiply(_ pixels: inout [UInt32]) {
    for index in pixels.indices { pixels[index] = scaled(pixels[index] | 0xFF00_0000, by: pixels[index] >> 24) }
  }

  /// The picture in another size: a box filter (mean of the covered pixels) when shrinking, bilinear when growing.
  func resampled(width: Int32, height: Int32) -> Picture {
    let columns = Resampling(from: self.width, to: width), rows = Resampling(from: self.height, to: height)
    let source = Int(self.width), target = Int(width)
    // Rows are resampled to the new width first, with 6 additional bits per channel, then columns to the new height.
    var wide = [UInt16](repeating: 0, count: target * Int(self.height) * 4)
    for y in 0..<Int(self.height) {
      for (x, taps) in columns.taps.enumerated() {
        var sums: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        for (offset, weight) in taps.weights.enumerated() {
          let pixel = UInt64(self[y * source + taps.first + offset]), weight = UInt64(weight)
          sums.0 += (pixel & 255) * weight
          sums.1 += (pixel >> 8 & 255) * weight
          sums.2 += (pixel >> 16 & 255) * weight
          sums.3 += (pixel >> 24) * weight
        }
        let index = (y * target + x) * 4
        wide[index] = UInt16(sums.0 >> 10)
        wide[index + 1] = UInt16(sums.1 >> 10)
        wide[index + 2] = UInt16(sums.2 >> 10)
        wide[index + 3] = UInt16(sums.3 >> 10)
      }
    }
    var result = [UInt32](repeating: 0, count: target * Int(height))
    for (y, taps) in rows.taps.enumerated() {
      for x in 0..<target {
        var pixel: UInt32 = 0
        for channel in 0..<4 {
          var sum: UInt64 = 0
          for (offset, weight) in taps.weights.enumerated() {
            sum += UInt64(wide[((taps.first + offset) * target + x) * 4 + channel]) * UInt64(weight)
          }
          pixel |= UInt32(min(255, (sum + 1 << 21) >> 22)) << UInt32(8 * channel)
        }
        result[y * target + x] = pixel
      }
    }
    return Picture(width: width, height: height, pixels: result)
  }
}

/// The source pixels and weights of each pixel of a resampled row or column.
private struct Resampling {
  /// Consecutive source pixels from `first`; the weights are in 1/65536 and their sum is 65536.
  struct Taps {
    let first: Int
    let weights: [UInt32]
  }

  /// The source pixels of each resampled pixel.
  let taps: [Taps]

  /// The resampling of `source` pixels to `target` pixels: a box filter when shrinking, linear when growing.
  init(from source: Int32, to target: Int32) {
    let step = Double(source) / Double(target)
    taps = (0..<Int(target)).map { index in
      // A pixel covers `step` source pixels. If that is less than one, it is interpolated between two pixel centres.
      let extent = max(1, step), middle = (Double(index) + 0.5) * step
      let first = max(0, Int((middle - extent / 2 - (step < 1 ? 0.5 : 0)).rounded(.down)))
      let last = min(Int(source) - 1, Int((middle + extent / 2 + (step < 1 ? 0.5 : 0)).rounded(.up)))
      var weights = (first...max(first, last)).map { index -> Double in
        if step < 1 { return max(0, 1 - abs(Double(index) + 0.5 - middle)) }
        return max(0, min(Double(index) + 1, middle + step / 2) - max(Double(index), middle - step / 2))
      }
      let sum = max(1e-9, weights.reduce(0, +))
      weights = weights.map { $0 / sum * 65536 }
      var whole = weights.map { UInt32($0) }
      let largest = weights.indices.max { weights[$0] < weights[$1] } ?? 0
      whole[largest] += 65536 - whole.reduce(0, +)
      return Taps(first: first, weights: whole)
    }
  }
}
