import Loaders
import Notation
import Outputs
import Protocol
import Raster
import Scene

/// What is on the screen, and how calls change it. Pure: times come in, nothing is drawn or sent here.
struct Session {
  enum Effect: Equatable { case none, redraw, quit }

  private(set) var screen = Screen(background: .black, scheme: .dark)
  private var text: Bytes?
  var mode: Bytes = "boot"
  /// When the loader was shown and the progress set, on the monotonic clock; nil until a frame shows it.
  private var shownAt: Int64?
  private var progressAt: Int64 = 0

  /// Reads the files that parameters name.
  let load: (Bytes) throws(ParameterError) -> [UInt8]

  init(load: @escaping (Bytes) throws(ParameterError) -> [UInt8]) { self.load = load }

  /// Pixels a point.
  var scale: Double { screen.loader?.scale ?? 1 }

  /// Answers a call of the screen's interface; one that is refused changes nothing.
  mutating func answer(_ call: Call, now: Int64, _ seen: Observation) -> (reply: Reply, effect: Effect) {
    do throws(Reply) {
      switch call.method {
      case "io.loaderd.Screen.Show": return (try show(call, now), .redraw)
      case "io.loaderd.Screen.Hide":
        try allow([], in: call)
        (screen.loader, text, screen.status, screen.progress) = (nil, nil, "", nil)
        return (Reply(), .redraw)
      case "io.loaderd.Screen.SetStatus":
        try allow(["text"], in: call)
        screen.status = try line(call["text"], "text")
        return (Reply(), .redraw)
      case "io.loaderd.Screen.SetProgress":
        try setProgress(call, now)
        return (Reply(), .redraw)
      case "io.loaderd.Screen.GetState": return (Reply(state(seen)), .none)
      case "io.loaderd.Screen.ListLoaders":
        return (Reply([JSON.Member("loaders", .array(Catalog.all.map { $0.description }))]), .none)
      case "io.loaderd.Screen.Quit": return (Reply(), .quit)
      default: return (VarlinkService.methodNotFound(call.method), .none)
      }
    } catch {
      return (error, .none)
    }
  }

  mutating func show(_ call: Call, _ now: Int64?) throws(Reply) -> Reply {
    guard let name = call["loader"]?.string else { throw .invalidParameter("loader", "missing, or not text") }
    guard let entry = Catalog.entry(named: name) else {
      throw .unknownLoader(name, known: Catalog.all.map { Bytes($0.name) })
    }
    var given: [(name: Bytes, text: Bytes)] = []
    for member in call.parameters where member.name != "loader" && member.name != "text" && member.value != .null {
      let name = Bytes(member.name.utf8.map { $0 == 0x5F ? 0x2D : $0 })
      guard let text = member.value.notation else { throw .invalidParameter(name, "neither text nor a number") }
      given.append((name, text))
    }
    let text = try call["text"].map { value throws(Reply) in try line(value, "text") }
    do {
      let loader = try entry.loader(text ?? "", given, load: load)
      screen.loader = loader
      (screen.scheme, screen.background) = (loader.scheme, loader.scheme.background)
    } catch {
      throw .invalidParameter(error.name, error.reason)
    }
    (self.text, shownAt) = (text, now)
    return Reply()
  }

  private func allow(_ names: [Bytes], in call: Call) throws(Reply) {
    for member in call.parameters where !names.contains(member.name) {
      throw .invalidParameter(member.name, "unknown")
    }
  }

  private func line(_ value: JSON?, _ name: Bytes) throws(Reply) -> Bytes {
    guard let text = value?.string else { throw .invalidParameter(name, "missing, or not text") }
    do { try Catalog.check(text) } catch { throw .invalidParameter(name, error.reason) }
    return text
  }

  private mutating func setProgress(_ call: Call, _ now: Int64) throws(Reply) {
    try allow(["value", "label"], in: call)
    let label = try call["label"].map { value throws(Reply) in try line(value, "label") }
    if let value = call["value"] {
      guard let number = value.number, (0...1).contains(number) else {
        throw .invalidParameter("value", "not a number from 0 to 1")
      }
      screen.progress = Progress(from: shownProgress(at: now) ?? number, to: number)
    } else {
      screen.progress = nil
    }
    progressAt = now
    if let label { screen.status = label }
  }

  private func shownProgress(at now: Int64) -> Double? {
    screen.progress?.value(at: Moment(Time(nanoseconds: max(0, now - progressAt))))
  }
}

/// A frame of a session.
struct SessionFrame {
  let marks: [Mark]
  /// Since the loader was shown, in whole milliseconds.
  let time: Time
  /// When a later frame may differ, on the monotonic clock: at once, then, or never.
  let change: Moment.Change
}

extension Session {
  /// The frame that will be seen at `target`. Its times are whole milliseconds, so that `loaderctl render` can draw the same.
  mutating func frame(at target: Int64, width: Int32, height: Int32, _ context: Context) -> SessionFrame {
    let start = shownAt ?? target
    shownAt = start
    let moment = Moment(Session.time(from: start, to: target))
    let progressMoment = Moment(Session.time(from: progressAt, to: target))
    let marks = screen.marks(at: moment, progressMoment: progressMoment, width: width, height: height, context)
    let change = Session.sooner((moment.change, start), (progressMoment.change, progressAt))
    return SessionFrame(marks: marks, time: moment.time, change: change)
  }

  private static func time(from start: Int64, to target: Int64) -> Time {
    Time(nanoseconds: max(0, target - start) / 1_000_000 * 1_000_000)
  }

  private static func sooner(_ first: (Moment.Change, Int64), _ second: (Moment.Change, Int64)) -> Moment.Change {
    switch (first.0, second.0) {
    case (.always, _), (_, .always): .always
    case (.at(let a), .at(let b)): .at(Time(nanoseconds: min(a.nanoseconds + first.1, b.nanoseconds + second.1)))
    case (.at(let a), .never): .at(Time(nanoseconds: a.nanoseconds + first.1))
    case (.never, .at(let b)): .at(Time(nanoseconds: b.nanoseconds + second.1))
    case (.never, .never): .never
    }
  }
}

/// What the daemon knows beside the session, for `GetState`.
struct Observation {
  let output: OutputDescription
  let pacing: StaticString
  let frames: FrameStatistics
  /// Of the newest frame.
  let time: Time
  /// Seconds from the start to the first picture.
  let first: Double?
  let missingGlyphs: Int
}

extension Session {
  private func state(_ seen: Observation) -> [JSON.Member] {
    func optional(_ text: Bytes?) -> JSON { text.map { .string($0) } ?? .null }
    let output: JSON = [
      "kind": .string(Bytes(seen.output.kind)), "name": .string(seen.output.name),
      "device": .string(seen.output.device),
      "width": .integer(Int(seen.output.width)), "height": .integer(Int(seen.output.height)),
      "refresh": .number(seen.output.refresh), "scale": .number(scale), "path": .string(Bytes(seen.output.path)),
      "pacing": .string(Bytes(seen.pacing)),
    ]
    let frame: JSON = [
      "time": .number(seen.time.seconds), "shown": .integer(seen.frames.shown),
      "skipped": .integer(seen.frames.skipped), "late": .integer(seen.frames.late),
      "first": seen.first.map { .number($0) } ?? .null,
    ]
    return [
      JSON.Member("loader", optional(screen.loader.map { Bytes($0.name) })), JSON.Member("text", optional(text)),
      JSON.Member("status", .string(screen.status)),
      JSON.Member("progress", screen.progress.map { .number($0.to) } ?? .null),
      JSON.Member("mode", .string(mode)), JSON.Member("missing_glyphs", .integer(seen.missingGlyphs)),
      JSON.Member("output", output), JSON.Member("frame", frame),
    ]
  }
}

extension JSON {
  /// A value as it would be written on a command line.
  var notation: Bytes? {
    switch self {
    case .string(let text): return text
    case .number(let number): return "\(number)"
    case .array(let values):
      var parts: [Bytes] = []
      for value in values {
        guard let part = value.string else { return nil }
        parts.append(part)
      }
      return parts.joined(by: ",")
    default: return nil
    }
  }
}

extension Catalog {
  /// As `ListLoaders` tells it.
  var description: JSON {
    [
      "name": .string(Bytes(name)), "summary": .string(Bytes(summary)),
      "parameters": .array(
        parameters.map { parameter in
          [
            "name": .string(Bytes(parameter.name)), "type": .string(parameter.kind.description),
            "standard": parameter.standard.map { .string(Bytes($0)) } ?? .null,
            "summary": .string(Bytes(parameter.summary)),
          ]
        }),
    ]
  }
}
