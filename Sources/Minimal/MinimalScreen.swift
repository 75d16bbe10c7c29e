import Baked
import DaemonCore
import Raster
import Support
import System

/// What loaderd-minimal shows: the baked screen of a mode at a progress, or a plain bar without a file. Pure: times are
/// nanoseconds of CLOCK_MONOTONIC.
struct MinimalScreen {
  private let file: BakedFile?
  /// When the loader of the mode began.
  private var began: Int64
  /// The mode.
  private(set) var mode: ScreenMode
  /// When the failure was reported whose screen covers the mode's; nil without one.
  private var failed: Int64?
  /// The progress, 0…1; nil for none.
  private var progress: Double?
  /// The progress that was shown before, and when it changed.
  private var before = 0.0, since: Int64 = 0

  /// Nanoseconds in which a bar goes to a new progress.
  private static var duration: Int64 { 250_000_000 }
  /// Nanoseconds from one step of a bar to the next.
  private static var step: Int64 { 16_666_667 }

  init(_ file: BakedFile?, mode: ScreenMode, start: Int64) {
    self.file = file
    self.mode = mode
    began = start
  }

  /// Whether the screen of a failure covers the mode's.
  var hasFailed: Bool { failed != nil }

  /// Shows the screen of a failure, until the mode changes.
  mutating func reportFailure(now: Int64) { failed = now }

  /// Changes the mode, which ends the progress and a failure. A loader that is the same continues.
  mutating func setMode(_ new: ScreenMode, now: Int64) {
    let old = call
    mode = new
    progress = nil
    failed = nil
    if call != old { began = now }
  }

  /// Changes the progress, which is clamped to 0…1.
  mutating func setProgress(_ value: Double?, now: Int64) {
    before = shownProgress(now) ?? value ?? 0
    since = now
    progress = value.map { max(0, min(1, $0)) }
  }

  /// The progress, unless a failure covers it.
  var visibleProgress: Double? { hasFailed ? nil : progress }

  /// The progress on the screen: it goes to a new value, fast at first.
  private func shownProgress(_ now: Int64) -> Double? {
    guard let progress = visibleProgress else { return nil }
    let rest = 1 - Double(max(0, min(MinimalScreen.duration, now - since))) / Double(MinimalScreen.duration)
    return progress + (before - progress) * rest * rest * rest
  }

  /// The frame for `now`, for a display of `width` × `height` pixels before its rotation in degrees.
  func frame(at now: Int64, width: Int32, height: Int32, rotation: Int) -> Frame {
    let shown = shownProgress(now), isMoving = shown != nil && now < since + MinimalScreen.duration
    let nextStep = isMoving ? now + MinimalScreen.step : nil
    let percent = shown.map { $0.wholePercent }, start = failed ?? began
    // As in loaderd, a frame without a loader has no time.
    let time = hasFailed || call != nil ? MinimalScreen.age(now - start) : .zero
    let screen = file?.screen(width: width, height: height, rotation: rotation, modes: modes)
    guard let file, let screen,
      let frame = screen.frame(of: file, at: now - start, progress: percent, width: width, height: height)
    else {
      return Frame(MinimalScreen.bar(shown, width, height), over: .black, time: time, next: nextStep)
    }
    let changes = [frame.nextChange.map { start + $0 }, nextStep]
    return Frame(frame.drawOps, over: frame.background, time: time, next: changes.compactMap { $0 }.min())
  }

  /// The screens that may be shown, the best one first: what was not baked looks as in mode `boot`.
  private var modes: [Bytes] {
    let usual = [mode.name, "boot"]
    return hasFailed ? usual.map { BakedScreen.failure(in: $0) } + usual : usual
  }

  /// A time since the start of a loader, in whole milliseconds.
  private static func age(_ nanoseconds: Int64) -> Time {
    Time(nanoseconds: max(0, nanoseconds) / 1_000_000 * 1_000_000)
  }

  /// What is shown without a file, and where it is damaged: a bar if there is a progress.
  private static func bar(_ progress: Double?, _ width: Int32, _ height: Int32) -> [DrawOp] {
    guard let progress else { return [] }
    let length = Double(width) / 3, thickness = max(2, Double(min(width, height)) / 120)
    let x = (Double(width) - length) / 2, y = (Double(height) - thickness) / 2
    func box(_ length: Double, _ color: Color) -> DrawOp {
      let box = Box(minX: Fixed(x), minY: Fixed(y), maxX: Fixed(x + length), maxY: Fixed(y + thickness))
      return DrawOp(.box(box, radius: Fixed(thickness / 2)), .color(color))
    }
    return [box(length, Color(0x48484A)), box(max(thickness, length * progress), .white)]
  }

  /// The call that shows the loader of the mode in loaderd; nil if there is none.
  var call: Bytes? {
    let screens = file?.screens ?? []
    return (screens.first { $0.mode == mode.name } ?? screens.first { $0.mode == "boot" })?.call
  }
}
