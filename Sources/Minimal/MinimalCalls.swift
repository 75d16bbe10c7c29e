import DaemonCore
import Display
import Progress
import ScreenAPI
import Support
import System
import Varlink

/// The calls of clients.
extension MinimalDaemon {
  func answer(_ call: Call) -> Reply {
    let now = Clock.nanoseconds
    do throws(Reply) {
      switch call.method.hasPrefix(ScreenInterface.prefix)
        ? call.method.dropFirst(ScreenInterface.prefix.utf8CodeUnitCount) : ""
      {
      case "GetState":
        try call.check()
        return Reply(room: 1024) { addState(to: &$0) }
      case "GetTimeline":
        try call.check()
        return Reply(eventRecorder.members)
      case "SetMode":
        try call.check(texts: ["mode", "title", "subtitle"])
        try setMode(call, now)
      case "SetProgress":
        try call.checkProgress()
        try setProgress(call, now)
      case "ReportFailure":
        try call.check(texts: ["unit", "sentence", "code"])
        screen.reportFailure(now: now)
      case "SetStatus", "SetMessage":  // for loaderd, which takes over
        try call.check(texts: ["text"], call.method.hasSuffix("Status") ? [] : ["lifetime"])
        _ = try call.name("text")
        _ = try call.lifetime
      case "Yield":
        try call.check(texts: [], ["text", "lease"])
        // Nothing here notices the end of a connection.
        if try call.flag("lease") { throw .invalidParameter("lease", "loaderd-minimal lends until Resume only") }
        if try !call.flag("text") {
          displays.yield()
          journal.remove(["Yield"])
          return Reply()
        }
        do { try displays.lend() } catch { throw .noDisplay(error.text) }
      case "Resume":
        try call.check()
        do { try displays.resume() } catch { throw .noDisplay(error.text) }
        journal.remove(["Yield"])
        updateOutputs()
        return Reply()
      case "Quit":
        try call.check(texts: [], ["retain", "handover", "restart"])
        let kind = try QuitKind(call)
        quit(keepsPicture: kind == .retain || kind == .handover)
        return Reply()
      default:
        if call.method.hasPrefix(ScreenInterface.prefix) {
          throw Reply(error: "org.varlink.service.MethodNotImplemented", [JSON.Member("method", .string(call.method))])
        }
        throw VarlinkService.methodNotFound(call.method)
      }
      journal.note(call, at: now)
      redraw()
      return Reply()
    } catch {
      return error
    }
  }

  private func setMode(_ call: Call, _ now: Int64) throws(Reply) {
    let name = try call.name("mode")
    guard let mode = ScreenMode(name) else { throw .invalidParameter("mode", "'\(name)' is not a mode") }
    if mode != screen.mode {
      screen.setMode(mode, now: now)
      journal.remove(CallJournal.endedByMode)
    }
  }

  private func setProgress(_ call: Call, _ now: Int64) throws(Reply) {
    let isPartial = ["phase", "phases", "task", "part"].contains { call[$0] != nil }
    let isAlive = try call.isAlive
    if let number = try call.progress {
      screen.setProgress(isPartial ? nil : number, now: now)  // only loaderd knows the weight of a phase, task or part
    } else if !isPartial, !isAlive, !["milestone", "estimate"].contains(where: { call[$0] != nil }) {
      screen.setProgress(nil, now: now)
      journal.remove(["SetProgress"])
    }
  }

  private func quit(keepsPicture: Bool) {
    eventRecorder.endReason = "quit"
    guard keepsPicture, displays.hasPictures else { return loop.stop() }
    displays.retain()
  }

  /// Adds the members of the reply to `GetState`. What this program cannot know is empty.
  private func addState(to state: inout JSONObjectText) {
    let output = displays.outputs.first
    for name in ["loader", "text", "left", "part", "parts", "milestone"] as [StaticString] {
      state.add(name, nil as Bytes?)
    }
    for name in ["status", "message", "title", "subtitle"] as [StaticString] { state.add(name, "" as StaticString) }
    state.add("progress", screen.visibleProgress.map { ($0 * 10000).rounded() / 10000 })
    state.add("mode", screen.mode.name)
    state.add("tasks", texts: [])
    state.add("shown", texts: [])
    state.add("failure", screen.hasFailed ? "" as Bytes : nil)
    state.add("console", false)
    state.add("cancellable", false)
    state.add("yielded", displays.session.isReleased || displays.session.isLent)
    state.add("missing_glyphs", 0 as Int)
    state.add("unshaped", false)
    state.add("frame") {
      $0.addStatistics(of: output?.frameClock, at: frameTimes.newest, secondsToFirst: frameTimes.secondsToFirst)
    }
    if let output {
      let description = output.description
      state.add("output") {
        $0.describe(description, output.frameClock, scale: description.scale(ofLoader: nil, ofScreen: nil))
      }
    } else {
      state.add("output", nil as Bytes?)
    }
  }
}

extension Call {
  /// Throws for a call that loaderd would refuse later, when it has already replaced another one in the journal: with
  /// an unknown member, or without a text where one is needed.
  fileprivate func check(texts: [StaticString] = [], _ others: [StaticString] = []) throws(Reply) {
    for member in parameters where !others.contains(where: { member.isNamed($0) }) {
      let isText = member.value == .null || member.value.string.map { $0.count <= 4096 } ?? false
      if !isText || !texts.contains(where: { member.isNamed($0) }) {
        throw .invalidParameter(member.name, "unknown, or not a text of at most 4 KiB")
      }
    }
  }

  /// The same for `SetProgress`, without what `setProgress` checks.
  fileprivate func checkProgress() throws(Reply) {
    let others: [StaticString] = ["value", "phases", "part", "parts", "alive", "estimate"]
    try check(texts: ["label", "phase", "task", "milestone"], others)
    _ = try phases(limit: ProgressTask.phaseLimit) { (name) throws(Reply) in
      guard let text = name.string, text.count <= 4096 else { throw .invalidParameter("phases", "a name is not text") }
      return text
    }
    _ = try part(isValid: ProgressModel.Part.isValid)
    _ = try flag("estimate")
  }

  /// A member that must be text.
  fileprivate func name(_ member: StaticString) throws(Reply) -> Bytes {
    guard let text = self[member]?.string else { throw .invalidParameter(Bytes(member), "missing, or not text") }
    return text
  }
}
