import CZlib
import Foundation

/// A reader of 8-bit RGB and RGBA PNG files for tests, independent of the program's reader and writer.
public struct PNGReader: Equatable {
  /// The size in pixels.
  public let width, height: Int
  /// The bytes red, green, blue, alpha of each pixel with straight alpha, row by row.
  public let rgba: [UInt8]
  /// The number of frames in the acTL chunk; 1 without one.
  public let frameCount: Int

  /// A file that this reader cannot decode.
  public struct Malformed: Error {
    let reason: String
  }

  /// Decodes a file; of an animation, the default image. Throws `Malformed` for a damaged or unsupported file.
  public init(_ data: Data) throws {
    let bytes = [UInt8](data)
    let signature: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
    guard bytes.starts(with: signature) else {
      throw Malformed(reason: "signature")
    }
    var position = 8, header: [UInt8] = [], compressed: [UInt8] = [], frames = 1, isEnded = false
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    while position + 12 <= bytes.count {
      let length = number(position)
      guard position + 12 + length <= bytes.count else { throw Malformed(reason: "chunk length") }
      let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
      let body = Array(bytes[position + 8..<position + 8 + length])
      let sum = bytes[position + 4..<position + 8 + length].withUnsafeBufferPointer {
        crc32(0, $0.baseAddress, uInt($0.count))
      }
      guard Int(sum) == number(position + 8 + length) else { throw Malformed(reason: "checksum of \(type)") }
      switch type {
      case "IHDR": header = body
      case "IDAT": compressed += body
      case "acTL": frames = body[0..<4].reduce(0) { $0 << 8 | Int($1) }
      case "IEND": isEnded = true
      default: break
      }
      position += 12 + length
    }
    guard isEnded, header.count == 13, header[8] == 8, header[9] == 2 || header[9] == 6 else {
      throw Malformed(reason: "header")
    }
    width = header[0..<4].reduce(0) { $0 << 8 | Int($1) }
    height = header[4..<8].reduce(0) { $0 << 8 | Int($1) }
    frameCount = frames
    rgba = try PNGReader.unfiltered(compressed, width, height, channels: header[9] == 6 ? 4 : 3)
  }

  /// Decompresses the image data and undoes the filters (PNG, section 9).
  private static func unfiltered(_ compressed: [UInt8], _ width: Int, _ height: Int, channels: Int) throws -> [UInt8] {
    let length = width * channels
    var raw = [UInt8](repeating: 0, count: (length + 1) * height)
    var count = uLong(raw.count)
    guard uncompress(&raw, &count, compressed, uLong(compressed.count)) == Z_OK, Int(count) == raw.count else {
      throw Malformed(reason: "compressed data")
    }
    var above = [Int](repeating: 0, count: length), rgba: [UInt8] = []
    rgba.reserveCapacity(width * height * 4)
    for y in 0..<height {
      let start = y * (length + 1)
      var row = [Int](repeating: 0, count: length)
      for index in 0..<length {
        // The names of PNG section 9.2: a is left, b above and c above left.
        let a = index >= channels ? row[index - channels] : 0, b = above[index]
        let c = index >= channels ? above[index - channels] : 0
        let estimate = a + b - c
        let paeth =
          abs(estimate - a) <= abs(estimate - b) && abs(estimate - a) <= abs(estimate - c)
          ? a : abs(estimate - b) <= abs(estimate - c) ? b : c
        let predicted: Int
        switch raw[start] {
        case 0: predicted = 0
        case 1: predicted = a
        case 2: predicted = b
        case 3: predicted = (a + b) / 2
        case 4: predicted = paeth
        default: throw Malformed(reason: "filter")
        }
        row[index] = (Int(raw[start + 1 + index]) + predicted) & 255
      }
      for x in 0..<width {
        for channel in 0..<3 { rgba.append(UInt8(row[x * channels + channel])) }
        rgba.append(channels == 4 ? UInt8(row[x * channels + 3]) : 255)
      }
      above = row
    }
    return rgba
  }

  /// The channels of a pixel, 0…255, with straight alpha.
  public subscript(x: Int, y: Int) -> (red: Int, green: Int, blue: Int, alpha: Int) {
    let index = (y * width + x) * 4
    return (Int(rgba[index]), Int(rgba[index + 1]), Int(rgba[index + 2]), Int(rgba[index + 3]))
  }
}
