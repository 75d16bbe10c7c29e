import Raster
import Testing

/// Pixel formats given by channel masks.
@Suite struct ChannelsTests {
  private static func channels(_ bits: Int, _ red: UInt32, _ green: UInt32, _ blue: UInt32, _ alpha: UInt32 = 0)
    -> Channels?
  {
    Channels(bitsPerPixel: bits, red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Channel masks of a named format are recognised and written to the same bytes, dithered and in several parts.
  @Test(
    arguments: [
      (.argb8888, channels(32, 0xFF0000, 0xFF00, 0xFF, 0xFF00_0000)),
      (.abgr8888, channels(32, 0xFF, 0xFF00, 0xFF0000, 0xFF00_0000)), (.rgb888, channels(24, 0xFF0000, 0xFF00, 0xFF)),
      (.bgr888, channels(24, 0xFF, 0xFF00, 0xFF0000)), (.rgb565, channels(16, 0xF800, 0x7E0, 0x1F)),
      (.bgr565, channels(16, 0x1F, 0x7E0, 0xF800)), (.xrgb8888, channels(32, 0xFF0000, 0xFF00, 0xFF)),
      (.xbgr8888, channels(32, 0xFF, 0xFF00, 0xFF0000)),
    ] as [(PixelFormat, Channels?)]) func channelMasksEqualTheNamedPixelFormat(format: PixelFormat, channels: Channels?)
    throws
  {
    let channels = try #require(channels)
    #expect(channels.format == format)
    let pixels: [UInt32] = (0..<83).map { (x: UInt32) -> UInt32 in x * 3 << 16 | (255 - x * 2) << 8 | x * 91 & 255 }
    for y in Int32(0)..<9 {
      var byFormat = [UInt8](repeating: 0xEE, count: 83 * 4), byChannels = byFormat
      byFormat.withUnsafeMutableBytes { format.write(pixels, count: 83, to: $0.baseAddress!, x: 0, y: y) }
      byChannels.withUnsafeMutableBytes { row in
        pixels.withUnsafeBufferPointer { pixels in
          for (start, count) in [(0, 5), (5, 0), (5, 40), (45, 38)] {
            channels.write(pixels.baseAddress! + start, count: count, to: row.baseAddress!, x: Int32(start), y: y)
          }
        }
      }
      #expect(byFormat == byChannels, "row \(y)")
    }
  }

  /// Channels of more than 8 bits are rounded to the nearest value at every position of the dither pattern.
  @Test func tenBitChannelsAreNotDithered() throws {
    let channels = try #require(ChannelsTests.channels(32, 0x3FF0_0000, 0xFFC00, 0x3FF))
    #expect(channels.format == nil)
    for value in UInt32(0)...255 {
      let pixels = [UInt32](repeating: value * 0x01_0101, count: 8), nearest = (value * 1023 * 2 + 255) / 510
      var row = [UInt32](repeating: 0, count: 8)
      row.withUnsafeMutableBytes { channels.write(pixels, count: 8, to: $0.baseAddress!, x: 0, y: 3) }
      #expect(row == [UInt32](repeating: nearest << 20 | nearest << 10 | nearest, count: 8))
    }
  }

  /// Masks that overlap, are empty, have gaps, exceed the pixel or have an impossible pixel size.
  @Test(
    arguments: [
      channels(32, 0xFF, 0xFF, 0xFF), channels(32, 0, 0xFF00, 0xFF), channels(16, 0xFF0000, 0xFF00, 0xFF),
      channels(15, 0x7C00, 0x3E0, 0x1F), channels(16, 0xF800, 0x7E0, 0x1F, 0x8000), channels(32, 0xF0F000, 0xF00, 0xF),
      channels(32, 0x1FFFF, 0xFE0000, 0xFF00_0000), channels(64, 0xFF0000, 0xFF00, 0xFF), channels(0, 1, 2, 4),
      channels(-8, 1, 2, 4), channels(16, 0xF800, 0x7E0, 0x1F, 0xFF0000),
    ]) func impossibleChannelMasksAreRejected(channels: Channels?)
  { #expect(channels == nil) }
}
