/// What the daemon does once all outputs have shown the end of the screen's landing.
struct AfterLanding: Equatable {
  enum Action { case stop, retain, yield }

  let action: Action
  /// Whether the picture fades over a window of a compositor.
  let isNested: Bool
  /// The time of the last frame before `action`, in nanoseconds.
  let end: Int64
  /// An output that shows nothing is not waited for any longer.
  var deadline: Int64 { end + 100_000_000 }
}
