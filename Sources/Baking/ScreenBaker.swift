import Baked
public import Loaders
import Raster
import Scene
public import Support
public import Text

/// Draws the frames of screens for a `BakedFile`.
///
/// The operations of a frame are split into those that never change, those that change with the time, and those that
/// change with the progress: so there need not be a frame for each pair of time and progress.
public struct ScreenBaker {
  private var writer: BakedWriter
  /// Holds frames that are only compared.
  private var scratch: BakedWriter
  private let rate: Int
  private let typesetter: Typesetter
  /// What was found for the last screens: most look alike.
  private var guess: PeriodSearch.Result?
  /// What was baked in another way than loaderd shows it, a sentence each.
  public private(set) var warnings: [Bytes] = []

  /// A baker of `rate` frames per second. `fallback` are fonts for characters that the theme's fonts lack, and `source`
  /// identifies what is baked.
  public init(rate: Int, source: UInt64, fallback: FontFile?) {
    writer = BakedWriter(rate: rate, source: source)
    scratch = writer
    self.rate = rate
    typesetter = Typesetter()
    typesetter.fallback = fallback
  }

  /// The file with all screens that were added.
  public var bytes: [UInt8] { writer.bytes }

  /// Adds a screen for a display in a mode. `width` and `height` are those of the picture before the rotation in
  /// degrees; `scale` is in pixels per point, nil for what suits the size. `call` shows the same in loaderd. With
  /// `hasProgress`, it is added with a progress too.
  public mutating func add(
    _ screen: Screen, mode: Bytes, hasProgress: Bool, width: Int32, height: Int32, rotation: Int, scale: Double?,
    call: Bytes?
  ) {
    let context = Context(typesetter, scale: scale ?? DisplayScale(width: width, height: height).value)
    let label: Bytes = "\(mode), \(Int(width))x\(Int(height))"
    func drawOps(_ milliseconds: Int64, _ progress: Int?) -> (drawOps: [DrawOp], moment: Moment) {
      var screen = screen
      if let progress {
        let value = Double(progress) / 100
        screen.progress = ProgressAnimation(from: value, to: value, since: .zero)
      }
      let moment = Moment(Time(nanoseconds: milliseconds * 1_000_000))
      return (screen.drawOps(at: moment, width: width, height: height, context), moment)
    }
    let plain = look(screen, label, isProgress: false) { drawOps($0, nil) }
    var withProgress: BakedWriter.Look?
    if hasProgress {
      withProgress = progressLook(screen, label, drawOps)
    }
    writer.add(
      width: width, height: height, rotation: rotation, mode: mode, call: call, plain, withProgress: withProgress)
  }

  /// The look without a progress, or with one that does not change.
  private mutating func look(
    _ screen: Screen, _ label: Bytes, isProgress: Bool,
    _ frame: @escaping (Int64) -> (drawOps: [DrawOp], moment: Moment)
  ) -> BakedWriter.Look {
    var look = BakedWriter.Look(background: screen.background.color)
    scratch = BakedWriter(rate: rate, source: 0)
    var compared = scratch
    let search = PeriodSearch { milliseconds in
      let list = compared.write(frame(milliseconds).drawOps)
      return Array(compared.operations(of: list))
    } isStill: {
      frame($0).moment.change == .never
    }
    guard let found = search.result(guess) else {
      if !isProgress {
        warnings.append("\(label): the animation does not repeat within a minute; one frame of it is baked")
      }
      look.parts = [(.constant, [writer.write(frame(ScreenBaker.stillTime).drawOps)])]
      return look
    }
    guess = found
    // A picture that stays needs a frame of its own: it begins where the intro ends.
    let rest = found.period == 0 && found.intro > 0 ? 1_000_000 / Int64(rate) + 1 : 0
    look.intro = found.intro + rest
    look.period = found.period
    let times = times(PeriodSearch.Result(intro: look.intro, period: look.period))
    look.parts = parts(of: times.map { writer.write(frame($0).drawOps) }, rule: .time)
    return look
  }

  /// Milliseconds after which a loader that does not repeat is drawn.
  private static var stillTime: Int64 { 4000 }

  /// The milliseconds of each frame, rounded up: rounded down, it could be a picture whose time ends there. A loader's
  /// time is in whole milliseconds, as in loaderd.
  private func times(_ result: PeriodSearch.Result) -> [Int64] {
    func starts(_ length: Int64, after start: Int64) -> [Int64] {
      let count = writer.frames(intro: 0, period: length)
      if length == 0 { return [] }
      return (0..<Int64(count)).map { (start + $0 * 1_000_000 / Int64(rate) + 999) / 1000 }
    }
    let all = starts(result.intro, after: 0) + starts(result.period, after: result.intro)
    return all.isEmpty ? [0] : all
  }

  /// The look with a progress.
  private mutating func progressLook(
    _ screen: Screen, _ label: Bytes, _ drawOps: @escaping (Int64, Int?) -> (drawOps: [DrawOp], moment: Moment)
  ) -> BakedWriter.Look {
    var timed = look(screen, label, isProgress: true) { drawOps($0, 50) }
    let times = times(PeriodSearch.Result(intro: timed.intro, period: timed.period))
    let first = times[0]
    let byTime = times.map { writer.write(drawOps($0, 50).drawOps) }
    let byProgress = (0...100).map { writer.write(drawOps(first, $0).drawOps) }
    if let parts = combined(byTime, byProgress), isRight(parts, times, drawOps) {
      timed.parts = parts
      return timed
    }
    warnings.append("\(label): what moves also depends on the progress; it is baked standing still")
    (timed.intro, timed.period) = (0, 0)
    timed.parts = self.parts(of: byProgress, rule: .progress)
    return timed
  }

  /// The operations that all lists begin and end with, and those between them in each list.
  private func split(_ lists: [BakedWriter.List]) -> (head: Int, tail: Int) {
    let all = lists.map { Array(writer.operations(of: $0)) }, first = all[0]
    var head = first.count
    for list in all { head = zip(first, list).prefix(head).prefix { $0 == $1 }.count }
    // A list may be the head alone.
    var tail = (all.map { $0.count }.min() ?? 0) - head
    for list in all { tail = zip(first.reversed(), list.reversed()).prefix(tail).prefix { $0 == $1 }.count }
    return (head, tail)
  }

  private typealias Parts = [(rule: BakedWriter.Rule, frames: [BakedWriter.List])]

  /// What is between the operations that all lists have in common, a list each.
  private mutating func middles(_ lists: [BakedWriter.List], _ head: Int, _ tail: Int) -> [BakedWriter.List] {
    lists.map { list in
      let operations = Array(writer.operations(of: list))
      return writer.write(operations[head..<(operations.count - tail)])
    }
  }

  /// Parts of lists that follow a rule.
  private mutating func parts(of lists: [BakedWriter.List], rule: BakedWriter.Rule) -> Parts {
    let (head, tail) = split(lists), first = Array(writer.operations(of: lists[0]))
    if lists.allSatisfy({ $0 == lists[0] }) { return [(.constant, [lists[0]])] }
    var parts: Parts = []
    if head > 0 { parts.append((.constant, [writer.write(first[..<head])])) }
    parts.append((rule, middles(lists, head, tail)))
    if tail > 0 { parts.append((.constant, [writer.write(first[(first.count - tail)...])])) }
    return parts
  }

  /// Parts of which some depend on the time and some on the progress; nil if one would depend on both. The frame of 50
  /// % at the first time is in both lists.
  private mutating func combined(_ byTime: [BakedWriter.List], _ byProgress: [BakedWriter.List]) -> Parts? {
    if byTime.allSatisfy({ $0 == byTime[0] }) { return parts(of: byProgress, rule: .progress) }
    if byProgress.allSatisfy({ $0 == byProgress[0] }) { return parts(of: byTime, rule: .time) }
    // The common frame is the first of both.
    let ofProgress = [byProgress[50]] + byProgress
    let common = Array(writer.operations(of: byTime[0]))
    let time = split(byTime), progress = split(ofProgress)
    let timeEnd = common.count - time.tail, progressEnd = common.count - progress.tail
    func constant(_ range: Range<Int>) -> Parts {
      range.isEmpty ? [] : [(.constant, [writer.write(common[range])])]
    }
    if timeEnd <= progress.head {
      return constant(0..<time.head) + [(.time, middles(byTime, time.head, time.tail))]
        + constant(timeEnd..<progress.head) + [(.progress, middles(byProgress, progress.head, progress.tail))]
        + constant(progressEnd..<common.count)
    }
    if progressEnd <= time.head {
      return constant(0..<progress.head) + [(.progress, middles(byProgress, progress.head, progress.tail))]
        + constant(progressEnd..<time.head) + [(.time, middles(byTime, time.head, time.tail))]
        + constant(timeEnd..<common.count)
    }
    return nil
  }

  /// Whether parts make the frames of pairs of time and progress.
  private mutating func isRight(
    _ parts: Parts, _ times: [Int64], _ drawOps: (Int64, Int?) -> (drawOps: [DrawOp], moment: Moment)
  ) -> Bool {
    for step in 0..<40 {
      let index = step * 7919 % times.count, progress = step * 37 % 101
      var operations: [UInt32] = []
      for part in parts {
        let frame =
          switch part.rule {
          case .constant: 0
          case .time: index
          case .progress: progress
          }
        operations += writer.operations(of: part.frames[frame])
      }
      let whole = writer.write(drawOps(times[index], progress).drawOps)
      if !writer.operations(of: whole).elementsEqual(operations) { return false }
    }
    return true
  }
}
