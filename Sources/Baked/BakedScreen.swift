public import Raster
public import Support

/// What a display of one size shows in one mode, from a `BakedFile`.
public struct BakedScreen {
  /// The size in pixels, before rotation.
  public let width, height: Int32
  /// Degrees clockwise by which the display turns the picture.
  public let rotation: Int
  /// The mode, or `failure(in:)` of it.
  public let mode: Bytes
  /// A call of `io.loaderd.Screen` that shows the same in loaderd, as JSON; nil if the theme shows no loader.
  public let call: Bytes?
  private let look, progressLook: Int

  /// Reads the words from an offset; nil if they are not valid.
  init?(_ file: BakedFile, at offset: Int) {
    func word(_ index: Int) -> UInt32 { file.word(offset + index) ?? 0 }
    let width = word(BakedFormat.Screen.width), height = word(BakedFormat.Screen.height)
    let rotation = word(BakedFormat.Screen.rotation)
    guard (1...BakedFormat.Limit.side).contains(width), (1...BakedFormat.Limit.side).contains(height), rotation < 360,
      let mode = file.offset(offset + BakedFormat.Screen.mode).flatMap({ file.text(at: $0) }),
      let call = file.offset(offset + BakedFormat.Screen.call),
      let look = file.offset(offset + BakedFormat.Screen.look),
      let progressLook = file.offset(offset + BakedFormat.Screen.progressLook)
    else { return nil }
    self.width = Int32(width)
    self.height = Int32(height)
    self.rotation = Int(rotation)
    self.mode = mode
    self.call = call == 0 ? nil : file.text(at: call)
    self.look = look
    self.progressLook = progressLook
  }

  /// The name of the screen of a failure in a mode.
  public static func failure(in mode: Bytes) -> Bytes { mode == "boot" ? "failure" : "failure in \(mode)" }

  /// The frame at a time since the start in nanoseconds, with a progress in percent, or nil for none.
  ///
  /// The picture is in the middle of a display of `width` × `height` pixels. Nil if the file is damaged there.
  public func frame(
    of file: BakedFile, at nanoseconds: Int64, progress: Int?, width: Int32, height: Int32
  ) -> BakedFrame? {
    let offset = progress == nil || progressLook == 0 ? look : progressLook
    guard let look = BakedLook(file, at: offset) else { return nil }
    let x = max(0, (width - self.width) / 2), y = max(0, (height - self.height) / 2)
    return look.frame(at: nanoseconds, progress: progress ?? 0, x: x, y: y)
  }
}

/// One frame of a `BakedScreen`.
public struct BakedFrame {
  /// What is drawn over the background.
  public let drawOps: [DrawOp]
  /// The colour below everything.
  public let background: Color
  /// When the frame first looks different, in nanoseconds since the start; nil if it stays.
  public let nextChange: Int64?
}

/// The parts of a screen, from back to front. The frame of each depends on nothing, on the time or on the progress.
struct BakedLook {
  private let file: BakedFile
  /// The offset of its words in the file.
  private let offset: Int
  private let background: Color
  /// Microseconds.
  private let intro, period: Int64
  private let partCount: Int

  init?(_ file: BakedFile, at offset: Int) {
    guard let background = file.word(offset + BakedFormat.Look.background),
      let intro = file.word(offset + BakedFormat.Look.intro), intro <= BakedFormat.Limit.time,
      let period = file.word(offset + BakedFormat.Look.period), period <= BakedFormat.Limit.time,
      let partCount = file.word(offset + BakedFormat.Look.partCount), partCount <= BakedFormat.Limit.parts
    else { return nil }
    self.file = file
    self.offset = offset
    self.background = Color(background, alpha: UInt8(truncatingIfNeeded: background >> 24))
    self.intro = Int64(intro)
    self.period = Int64(period)
    self.partCount = Int(partCount)
  }

  /// Frames that are shown once, and those that repeat.
  private var counts: (intro: Int64, period: Int64) {
    (BakedLook.frames(in: intro, rate: file.rate), BakedLook.frames(in: period, rate: file.rate))
  }

  /// The frames that begin within a time in microseconds.
  static func frames(in microseconds: Int64, rate: UInt32) -> Int64 {
    (microseconds * Int64(rate) + 999_999) / 1_000_000
  }

  /// The frame at a time, and the frames and the start of the repetition that it is in.
  private func index(at microseconds: Int64) -> (index: Int64, start: Int64) {
    let rate = Int64(file.rate), counts = counts
    if microseconds < intro { return (microseconds * rate / 1_000_000, 0) }
    if period == 0 { return (max(0, counts.intro - 1), intro) }
    let phase = (microseconds - intro) % period
    return (counts.intro + phase * rate / 1_000_000, microseconds - phase)
  }

  func frame(at nanoseconds: Int64, progress: Int, x: Int32, y: Int32) -> BakedFrame? {
    let (index, start) = index(at: max(0, nanoseconds) / 1000)
    var reader = DrawOpReader(file, x: x, y: y), drawOps: [DrawOp] = [], moving: [Int] = []
    var part = offset + BakedFormat.Look.count
    for _ in 0..<partCount {
      guard let rule = file.word(part), let count = file.word(part + 1), (1...BakedFormat.Limit.frames).contains(count)
      else { return nil }
      let lists = part + 2, chosen: Int
      switch rule {
      case BakedFormat.Rule.time:
        guard index < Int64(count) else { return nil }
        chosen = Int(index)
        moving.append(lists)
      case BakedFormat.Rule.progress: chosen = max(0, min(Int(count) - 1, progress))
      default: chosen = 0
      }
      guard let list = file.offset(lists + chosen), reader.read(list: list, into: &drawOps) else { return nil }
      part = lists + Int(count)
    }
    return BakedFrame(drawOps: drawOps, background: background, nextChange: changeAfter(index, start, in: moving))
  }

  /// When the first frame after `index` begins for which one of `parts` has another list, in nanoseconds; nil if none
  /// does. `parts` are the offsets of the lists of what moves; `start` is that of the repetition.
  ///
  /// That frame is drawn next, so that a period is looked through once, whichever of its parts moves.
  private func changeAfter(_ index: Int64, _ start: Int64, in parts: [Int]) -> Int64? {
    let counts = counts, rate = Int64(file.rate)
    func isOther(_ frame: Int64) -> Bool {
      parts.contains { file.word($0 + Int(frame)) != file.word($0 + Int(index)) }
    }
    // The start of a frame, rounded up: rounded down, the frame before would be shown again.
    func time(of frame: Int64, from start: Int64) -> Int64 {
      let (first, start) = frame < counts.intro ? (0, 0) : (counts.intro, start)
      return (start + ((frame - first) * 1_000_000 + rate - 1) / rate) * 1000
    }
    let end = max(index + 1, counts.intro + counts.period)
    if let frame = (index + 1..<end).first(where: isOther) {
      return time(of: frame, from: index < counts.intro ? intro : start)
    }
    // Then the repetition begins again.
    if index < counts.intro { return nil }
    return (counts.intro..<index).first(where: isOther).map { time(of: $0, from: start + period) }
  }
}
