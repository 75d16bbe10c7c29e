import Support

/// What two daemons send each other when the display goes from one to the other. A message ends with a line feed.
enum HandoverMessage {
  /// The predecessor has sent its last descriptor.
  static var end: Bytes { "end\n" }
  /// The name of the socket for `prepare` and `ready`, which the predecessor sends with it.
  static var overlap: Bytes { "overlap\n" }
  /// The predecessor may draw on while the successor prepares its first frame.
  static var prepare: Bytes { "prepare\n" }
  /// The successor has its first frame, and the predecessor draws no more.
  static var ready: Bytes { "ready\n" }
  /// The successor's picture is on the screen: the predecessor ends.
  static var shown: Bytes { "shown\n" }
  /// The predecessor has waited for too long and goes on: the successor ends.
  static var refused: Bytes { "refused\n" }
}
