import Raster
import Support
import Testing

@testable import Display

/// Sizes, scale and rotation of surfaces.
@Suite struct SurfaceLayoutTests {
  private func layout(
    _ width: Int32, _ height: Int32, scale: Int32 = 1, fractionalScale: UInt32? = nil, transform: Int32 = 0,
    rotation: Rotation = .none
  ) -> SurfaceLayout? {
    SurfaceLayout(
      SurfaceLayout.Parameters(
        width: width, height: height, modeWidth: 1920, modeHeight: 1080, scale: scale, fractionalScale: fractionalScale,
        transform: transform), rotation: rotation)
  }

  @Test func bufferSizeIsLogicalSizeTimesScale() {
    #expect(layout(1280, 720)?.width == 1280)
    let twice = layout(640, 360, scale: 2)
    #expect(twice?.width == 1280 && twice?.height == 720 && twice?.bufferScale == 2 && twice?.density == 2)
  }

  @Test func fractionalScaleRoundsToWholePixels() {
    // Scales of 1.5, 1.25 and 4/3 in 120ths.
    for (points, fractionalScale, pixels) in [(853, 180, 1280), (1024, 150, 1280), (960, 160, 1280)]
      as [(Int32, UInt32, Int32)]
    {
      let layout = layout(points, 10, fractionalScale: fractionalScale)
      #expect(layout?.width == pixels && layout?.bufferScale == 1 && layout?.pointWidth == points)
    }
  }

  @Test func missingSizeUsesTheMode() {
    #expect(layout(0, 0)?.width == 1920 && layout(0, 0)?.height == 1080)
    #expect(layout(0, 0, scale: 2)?.width == 1920 && layout(0, 0, scale: 2)?.pointWidth == 960)
    #expect(layout(0, 0, transform: 1)?.pointWidth == 1080)
  }

  @Test func transformedOutputsGetRotatedBuffers() {
    let turned = layout(1080, 1920, transform: 1)
    #expect(turned?.width == 1920 && turned?.pictureWidth == 1080 && turned?.transform == 1)
    #expect(turned?.rotation == .counterclockwise)
    #expect(layout(1080, 1920, transform: 1, rotation: .clockwise)?.rotation == Rotation.none)
    let mirrored = layout(1080, 1920, transform: 5)
    #expect(mirrored?.width == 1080 && mirrored?.transform == 0 && mirrored?.rotation == Rotation.none)
  }

  @Test(arguments: [Int32.min, -1, 0, 1, 8, 9, .max]) func extremeValuesAreBounded(figure: Int32) {
    let all = [
      layout(1280, 720, scale: figure), layout(1280, 720, transform: figure), layout(figure, figure),
      layout(1280, 720, fractionalScale: UInt32(bitPattern: figure)),
      SurfaceLayout(SurfaceLayout.Parameters(modeWidth: figure, modeHeight: figure), rotation: .none),
    ]
    for layout in all.compactMap({ $0 }) {
      #expect(layout.width > 0 && layout.height > 0 && Int(layout.width) * Int(layout.height) <= 1 << 26)
    }
  }

  @Test func hugeSurfaceIsRefused() { #expect(layout(60000, 60000) == nil) }
}
