import Scene

/// A progress that is visible, as a bar, as a number, or as a part of the loader.
struct FadingProgress {
  /// The progress.
  let progress: ProgressAnimation
  /// When it comes and leaves.
  var fade: Fade
  /// False if the loader shows it.
  let isBar: Bool

  /// 0…1; nil once it has left.
  func opacity(at moment: Moment) -> Double? {
    let opacity = fade.opacity(at: moment)
    return opacity > 0 || fade.leaves == nil ? opacity : nil
  }
}
