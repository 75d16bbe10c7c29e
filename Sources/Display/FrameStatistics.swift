/// Counts of frames.
public struct FrameStatistics: Equatable {
  /// Frames that were on the screen.
  public var shown = 0
  /// Refreshes without a new frame while something moved.
  public var skipped = 0
  /// Frames that were on the screen later than the instant they were drawn for.
  public var late = 0

  /// Creates counts.
  public init(shown: Int = 0, skipped: Int = 0, late: Int = 0) {
    self.shown = shown
    self.skipped = skipped
    self.late = late
  }
}
