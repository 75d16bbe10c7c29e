import Support
import Testing

@Suite struct DisplayScaleTests {
  /// Sizes of real displays, and sizes that cannot be right.
  @Test(
    arguments: [
      (800, 480, 108, 65, 1.25),  // 5 inches
      (1024, 600, 154, 86, 1.25), (1080, 1920, 68, 121, 2.5), (1920, 1080, 531, 299, 2.25), (3840, 2160, 344, 194, 4.5),
      (1024, 768, 0, 0, 1.5), (1920, 1080, 160, 90, 2.25), (3840, 2160, 16, 9, 4.5), (2560, 1440, 0, 0, 3),
      (800, 480, 5, 3, 1),
      (320, 240, 5000, 4000, 1), (3840, 2160, 100, 60, 6), (1920, 1080, 1210, 680, 2.25),  // 55 inches
      (3840, 2160, 1210, 680, 4.5), (128, 64, 22, 11, 0.5), (240, 240, 23, 23, 1.25), (7680, 4320, 0, 0, 8),
    ] as [(Int32, Int32, Int32, Int32, Double)])
  func scaleFollowsThePhysicalSize(_ width: Int32, _ height: Int32, _ across: Int32, _ down: Int32, _ scale: Double) {
    #expect(DisplayScale(width: width, height: height, millimetres: (across, down)).value == scale)
  }
}
