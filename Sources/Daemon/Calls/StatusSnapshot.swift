import DaemonCore
import Display
import Loaders
import Progress
import Scene
import Support
import Varlink

/// What `GetState` and `ListOutputs` report besides the screen model.
struct StatusSnapshot {
  /// The outputs, the primary one first.
  let outputs: [any Output]
  /// Pixels per point, if section `[Screen]` of the configuration sets them.
  var screenScale: Double?
  /// Time of the newest frame since its loader was shown.
  let time: Time
  /// Seconds from the start to the first frame; nil before it.
  let secondsToFirst: Double?
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

  /// Adds the members of an output; `inFull` adds its modes, formats and frame statistics. `loaderScale` is the pixels
  /// per point if the loader sets them.
  func describe(_ output: any Output, loaderScale: Double?, inFull: Bool, in object: inout JSONObjectText) {
    let description = output.description
    object.describe(
      description, output.frameClock, scale: description.scale(ofLoader: loaderScale, ofScreen: screenScale))
    if inFull {
      let capabilities = output.capabilities
      object.add("modes", texts: capabilities.modes)
      object.add("formats", texts: capabilities.formats)
      object.add("frame") { $0.addStatistics(of: output.frameClock, at: time, secondsToFirst: secondsToFirst) }
    }
  }
}

extension ScreenModel {
  /// The reply to `GetState`. Mutating only because the caller would copy the whole model for it otherwise.
  mutating func state(_ status: StatusSnapshot, at now: Time) -> Reply {
    Reply(room: 2048) { addState(status, at: now, to: &$0) }
  }

  private mutating func addState(_ status: StatusSnapshot, at now: Time, to state: inout JSONObjectText) {
    // Read once: each use of `screen`, which has an observer, copies it.
    let screen = screen, top = top, progress = top.progress, output = status.outputs.first
    func number(_ value: Double?) -> Double? { value.map { ($0 * 10000).rounded() / 10000 } }
    state.add("loader", screen.loader.current.map { Bytes($0.name) })
    state.add("text", top.text)
    state.add("status", screen.status.current ?? "")
    state.add("message", screen.message.current(at: now) ?? "")
    state.add("progress", number(screen.shownProgress(at: now)))
    state.add("left", progress?.secondsLeft(at: now)?.rounded())
    state.add("mode", mode.name)
    state.add("title", screen.title)
    state.add("subtitle", screen.subtitle)
    state.add("part", progress?.part?.number)
    state.add("parts", progress?.part?.count)
    let tasks = progress?.tasks ?? []
    state.add("tasks", objects: tasks.count) { index, object in
      let task = tasks[index], phase = task.phases[task.current]
      object.add("name", task.name.shortened(to: ScreenModel.nameLimit))
      object.add("progress", number(task.isIndeterminate ? nil : phase.fraction))
      object.add("phase", task.isPlanned ? phase.name.shortened(to: ScreenModel.nameLimit) : nil)
    }
    state.add("milestone", bootEstimator.milestone)
    state.add("shown", objects: stack.count) { index, object in
      let entry = stack[index]
      object.add("id", entry.id)
      object.add("process", entry.owner.flatMap { status.process($0) })
      object.add("loader", entry.loader.map { Bytes($0.name) })
      object.add("text", entry.text?.shortened(to: ScreenModel.textLimit))
      object.add("status", (entry.status ?? "").shortened(to: ScreenModel.textLimit))
      object.add("progress", number(entry.progress?.fraction ?? entry.loader?.progress))
      object.add("left", entry.progress?.secondsLeft(at: now)?.rounded())
    }
    state.add("failure", overlays.failureText)
    state.add("console", top.isLogScreen)
    state.add("cancellable", status.isCancellable)
    state.add("yielded", status.isYielded)
    state.add("missing_glyphs", status.missingGlyphs)
    state.add("unshaped", status.isUnshaped)
    if let output {
      state.add("output") { status.describe(output, loaderScale: screen.scale, inFull: false, in: &$0) }
    } else {
      state.add("output", nil as Bytes?)
    }
    state.add("frame") {
      $0.addStatistics(of: output?.frameClock, at: status.time, secondsToFirst: status.secondsToFirst)
    }
  }

  /// The texts on the screen, from the top; some may be empty.
  func texts(at now: Time) -> [Bytes] {
    [
      screen.title, screen.subtitle, hasLogScreen ? "" : top.text ?? "", screen.status.current ?? "",
      screen.message.current(at: now) ?? "",
    ]
  }

  /// Bytes of a task's or a phase's name in the state, so that many tasks fit into a reply.
  private static var nameLimit: Int { 64 }
  /// Bytes of an entry's text in the state, so that a deep stack fits into a reply. The visible text is complete.
  private static var textLimit: Int { 256 }
}

extension Screen {
  /// The progress of a call, the estimated progress of the boot, or that which `Show` has given to the loader.
  func shownProgress(at now: Time) -> Double? {
    guard let progress else { return loader.current?.progress }
    return progress.duration == nil ? progress.to : progress.value(at: Moment(now))
  }
}
