import Display
import Testing

@Suite struct TextScaleTests {
  /// Sizes of real displays, and sizes that cannot be right.
  @Test(
    arguments: [
      (800, 480, 108, 65, 1.25),  // 5 inches
      (1024, 600, 154, 86, 1), (1080, 1920, 68, 121, 2.5), (1920, 1080, 531, 299, 1), (3840, 2160, 344, 194, 1.75),
      (1024, 768, 0, 0, 1), (1920, 1080, 160, 90, 1), (3840, 2160, 16, 9, 2), (2560, 1440, 0, 0, 1.5),
      (800, 480, 5, 3, 1),
      (320, 240, 5000, 4000, 1), (3840, 2160, 100, 60, 4),
    ] as [(Int32, Int32, Int32, Int32, Double)])
  func scaleFollowsThePhysicalSize(_ width: Int32, _ height: Int32, _ across: Int32, _ down: Int32, _ scale: Double) {
    #expect(TextScale(width: width, height: height, millimetres: (across, down)).value == scale)
  }
}
