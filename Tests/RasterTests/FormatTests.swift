import Testing

@testable import Raster

@Suite struct FormatTests {
  @Test func ditheringKeepsTheMean() {
    for value in UInt32(0)...255 {
      var sums = (0, 0, 0)
      for place in 0..<64 {
        let pixel = RGB565.expanded(RGB565.dithered(value << 16 | value << 8 | value, x: place % 8, y: place / 8))
        sums.0 += Int(pixel >> 16 & 255)
        sums.1 += Int(pixel >> 8 & 255)
        sums.2 += Int(pixel & 255)
      }
      for sum in [sums.0, sums.1, sums.2] { #expect(abs(Double(sum) / 64 - Double(value)) < 1.5, "\(value)") }
    }
  }

  @Test func blackWhiteAndWhatFitsStayExact() {
    for place in 0..<64 {
      #expect(RGB565.dithered(0, x: place % 8, y: place / 8) == 0)
      #expect(RGB565.dithered(0xFFFFFF, x: place % 8, y: place / 8) == 0xFFFF)
      for step in UInt32(0)..<32 {
        let exact = RGB565.expanded(UInt16(step << 11 | step << 6 | step))
        #expect(RGB565.dithered(0xFF0000, x: place % 8, y: place / 8) == 0xF800)
        #expect(abs(Int(RGB565.dithered(exact, x: place % 8, y: place / 8) >> 11) - Int(step)) <= 1)
      }
    }
  }

  @Test func fourQuarterTurnsAreNone() {
    let pixels = (0..<UInt32(15)).map { $0 }
    #expect(Rotation.clockwise.turned([1, 2, 3, 4, 5, 6], width: 3, height: 2) == [4, 1, 5, 2, 6, 3])
    let once = Rotation.clockwise.turned(pixels, width: 5, height: 3)
    let twice = Rotation.clockwise.turned(once, width: 3, height: 5)
    #expect(twice == Rotation.half.turned(pixels, width: 5, height: 3))
    #expect(Rotation.counterclockwise.turned(once, width: 3, height: 5) == pixels)
  }
}
