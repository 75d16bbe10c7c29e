import CZlib
import Images
import Loaders
import Raster
import Support
import Varlink

@testable import Daemon

extension Target {
  /// A PNG picture named by a theme or a client.
  static let picture = Target("picture") { bytes in
    draw(bytes)
    draw(repaired(bytes))
  }

  /// The file with the right checksum for each chunk: hardly any change of a picture would get past the wrong ones.
  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes, start = 8
    while start + 12 <= bytes.count {
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard start + 12 + length <= bytes.count else { break }
      let end = start + 8 + length
      let sum = bytes[start + 4..<end].withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) }
      for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt(index))) }
      start = end + 4
    }
    return bytes
  }

  private static func draw(_ bytes: [UInt8]) {
    guard let picture = try? Picture(png: bytes) else { return }
    require(picture.pixels.count == Int(picture.width) * Int(picture.height))
    for pixel in picture.pixels {
      let alpha = pixel >> 24
      require(pixel & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel >> 16 & 255 <= alpha)
    }
    if picture.pixels.count > 1 << 16 { return }
    let frame = PNG.Frame(width: Int(picture.width), height: Int(picture.height), pixels: picture.pixels)
    guard let again = try? Picture(png: PNG(frame, hasAlpha: true).bytes) else {
      fatalError("a written picture is not decoded")
    }
    require(again.width == picture.width && again.height == picture.height)
    let files = Files { _ in bytes }
    var screen = FuzzScreen(files)
    screen.call(
      Call(
        "io.loaderd.Screen.Show",
        [JSON.Member("loader", "logo"), JSON.Member("image", "a.png"), JSON.Member("transition", "none")]))
    screen.draw(width: 40, height: 30, scale: 2)
  }
}
