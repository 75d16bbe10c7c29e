import Display
import Loaders
import Progress
import Scene
import Support

/// What `GetState` and `ListOutputs` report beside the screen model.
struct StatusSnapshot {
  /// The outputs, the primary one first.
  let outputs: [any Output]
  /// Pixels per point, if the loader sets them.
  let scale: Double?
  /// Pixels per point, if section `[Screen]` of the configuration sets them.
  var screenScale: Double?
  /// Time of the newest frame since its loader was shown.
  let time: Time
  /// Seconds from the start to the first frame; nil before it.
  let first: Double?
  /// Whether the display was given up with `Yield`.
  let isYielded: Bool
  /// Characters that no font has.
  let missingGlyphs: Int
  /// Whether text was laid out without HarfBuzz in a script that needs it.
  let isUnshaped: Bool
  /// Whether a client waits for the user to cancel.
  var isCancellable = false
  /// The process ID of a connection; nil if it has ended.
  var process: (Int) -> Int? = { _ in nil }

  /// The members of an output; `inFull` adds its modes, formats and frame statistics.
  func describe(_ output: any Output, inFull: Bool) -> JSON {
    let description = output.description
    let pacing: StaticString =
      switch output.frameClock.pacing {
      case .unknown: "unknown"
      case .vblank: "vblank"
      case .timer: "timer"
      }
    var members: [JSON.Member] = []
    func add(_ name: StaticString, _ value: JSON) { members.append(JSON.Member(Bytes(name), value)) }
    func add(_ name: StaticString, _ word: StaticString) { add(name, JSON.string(Bytes(word))) }
    add("kind", description.kind)
    add("name", JSON.string(description.name))
    add("device", JSON.string(description.device))
    add("role", description.role.name)
    add("state", description.state)
    add("width", JSON.integer(Int(description.width)))
    add("height", JSON.integer(Int(description.height)))
    add("refresh", JSON.number(description.refresh))
    add("scale", JSON.number(description.scale(ofLoader: scale, ofScreen: screenScale)))
    add("rotation", JSON.integer(description.rotation))
    add("format", description.format)
    add("path", description.path)
    add("pacing", pacing)
    if inFull {
      let capabilities = output.capabilities
      add("modes", JSON.array(capabilities.modes.map { JSON.string($0) }))
      add("formats", JSON.array(capabilities.formats.map { JSON.string($0) }))
      add("frame", frame(output.frameClock))
    }
    return .object(members)
  }

  /// The frame statistics of an output; zeros without one.
  func frame(_ frameClock: FrameClock?) -> JSON {
    let frames = frameClock?.statistics ?? FrameStatistics()
    return [
      "time": .number(time.seconds), "shown": .integer(frames.shown), "skipped": .integer(frames.skipped),
      "late": .integer(frames.late), "first": first.map { .number($0) } ?? .null,
      "flush": .number(Double(frames.flush / 1000) / 1e6),
      "refreshes": .integer(Int(frameClock?.refreshesPerFrame ?? 1)),
    ]
  }
}

extension ScreenModel {
  /// The members of the reply to `GetState`.
  func state(_ status: StatusSnapshot, at now: Time) -> [JSON.Member] {
    func optional(_ text: Bytes?) -> JSON { text.map { .string($0) } ?? .null }
    let top = top, work = top.work
    func number(_ value: Double?) -> JSON { value.map { .number(($0 * 10000).rounded() / 10000) } ?? .null }
    return [
      JSON.Member("loader", optional(screen.loader.current.map { Bytes($0.name) })),
      JSON.Member("text", optional(top.text)),
      JSON.Member("status", .string(screen.status.current ?? "")),
      JSON.Member("message", .string(screen.message.current(at: now) ?? "")),
      JSON.Member("progress", number(shownProgress(at: now))),
      JSON.Member("left", number(work?.secondsLeft(at: now).map { $0.rounded() })),
      JSON.Member("mode", .string(mode)),
      JSON.Member("title", .string(screen.title)), JSON.Member("subtitle", .string(screen.subtitle)),
      JSON.Member("part", work?.part.map { .integer($0.number) } ?? .null),
      JSON.Member("parts", work?.part.map { .integer($0.count) } ?? .null),
      JSON.Member(
        "tasks",
        .array(
          (work?.tasks ?? []).map { task in
            [
              "name": .string(task.name.shortened(to: ScreenModel.nameLimit)),
              "progress": number(task.isIndeterminate ? nil : task.phases[task.current].fraction),
              "phase": task.isPlanned
                ? .string(task.phases[task.current].name.shortened(to: ScreenModel.nameLimit)) : .null,
            ] as JSON
          })),
      JSON.Member("milestone", optional(bootEstimator.milestone)),
      JSON.Member(
        "shown",
        .array(
          stack.map { entry in
            [
              "id": .integer(entry.id),
              "process": entry.owner.flatMap { status.process($0) }.map { .integer($0) } ?? .null,
              "loader": optional(entry.loader.map { Bytes($0.name) }),
              "text": optional(entry.text?.shortened(to: ScreenModel.textLimit)),
              "status": .string((entry.status ?? "").shortened(to: ScreenModel.textLimit)),
              "progress": number(entry.work?.fraction),
              "left": number(entry.work?.secondsLeft(at: now).map { $0.rounded() }),
            ] as JSON
          })),
      JSON.Member("failure", failure.map { .string($0.text ?? "") } ?? .null),
      JSON.Member("console", .bool(hasConsole)), JSON.Member("cancellable", .bool(status.isCancellable)),
      JSON.Member("yielded", .bool(status.isYielded)),
      JSON.Member("missing_glyphs", .integer(status.missingGlyphs)), JSON.Member("unshaped", .bool(status.isUnshaped)),
      JSON.Member("output", status.outputs.first.map { status.describe($0, inFull: false) } ?? .null),
      JSON.Member("frame", status.frame(status.outputs.first?.frameClock)),
    ]
  }

  /// The texts on the screen, from the top; some may be empty.
  func texts(at now: Time) -> [Bytes] {
    [
      screen.title, screen.subtitle, hasConsole ? "" : top.text ?? "", screen.status.current ?? "",
      screen.message.current(at: now) ?? "",
    ]
  }

  /// Bytes of a task's or a phase's name in the state, so that many tasks fit into a reply.
  private static var nameLimit: Int { 64 }
  /// Bytes of an entry's text in the state, so that a deep stack fits into a reply. The visible text is complete.
  private static var textLimit: Int { 256 }

  /// The progress of a call, or the estimated progress of the boot.
  func shownProgress(at now: Time) -> Double? {
    guard let progress = screen.progress else { return nil }
    return progress.duration == nil ? progress.to : progress.value(at: Moment(now))
  }
}
