import DaemonCore
import Loaders
import Progress
import Scene
import ScreenAPI
import Support
import Varlink

/// The calls that set text lines: `SetStatus`, `SetMessage`, `AppendLog`, `SetMode`.
extension ScreenModel {
  mutating func setStatus(_ call: Call, _ client: Int, _ now: Time) throws(Reply) {
    let line = try call.line("text")
    stack[try entryIndex(call, client)].status = line.isEmpty ? nil : line
    updateScreen(at: now)
  }

  mutating func setMessage(_ call: Call, _ now: Time) throws(Reply) {
    let line = try call.line("text")
    let lifetime = try call.lifetime.map { Time(seconds: $0) }
    let isNew = line != screen.message.current(at: now) ?? ""
    let endsByItself = !line.isEmpty && screen.message.current == nil
    if isNew || lifetime != nil || endsByItself {
      setMessage(line.isEmpty ? nil : line, at: now, fading: isNew || lifetime != nil, for: lifetime)
    }
  }

  /// Replaces the message; nil removes it. It ends by itself after its lifetime, if it has one.
  mutating func setMessage(_ line: Bytes?, at now: Time, fading: Bool, for lifetime: Time? = nil) {
    screen.message.replace(with: line, at: now, fading: fading, for: lifetime)
    messageEnd = lifetime.map { now + $0 }
  }

  mutating func appendLog(_ call: Call, _ now: Time) throws(Reply) {
    guard let lines = call["lines"]?.array else { throw .invalidParameter("lines", "missing, or not a list of texts") }
    var read: [(text: Bytes, time: Time)] = []
    for line in lines.suffix(LogLines.limit) {
      // Colours are common in logs.
      read.append((try Call.line(line.string.map { .string($0.withoutEscapeSequences) }, "lines"), now))
    }
    addLogLines(read)
  }

  /// Adds lines to the log, each after those with an earlier time.
  mutating func addLogLines(_ lines: [(text: Bytes, time: Time)]) {
    for line in lines { logLines.add(line.text, at: line.time) }
    for index in stack.indices { updateLogText(&stack[index]) }
    for index in overlays.indices { updateLogText(&overlays[index]) }
    if let loader = top.loader, loader.isConsole { screen.loader.replaceContent(with: loader) }
  }

  /// Updates a `console` loader that shows the log, which is one without a text of its own.
  private func updateLogText(_ entry: inout StackEntry) {
    if entry.text == nil, let loader = entry.loader, loader.isConsole {
      entry.loader = loader.withText(logLines.text)
    }
  }

  /// Whether the log is visible.
  var showsLog: Bool { top.text == nil && top.loader.map { $0.isConsole } ?? false }

  mutating func setMode(_ call: Call, _ now: Time) throws(Reply) {
    guard let next = call["mode"]?.string.flatMap({ ScreenMode($0) }) else {
      throw .invalidParameter("mode", "not one of \(ScreenMode.names.joined(by: ", "))")
    }
    let title = try call.text("title"), subtitle = try call.text("subtitle")
    if next != mode {
      bootEstimator.recordDurations(of: &stack[0].progress)
      // A boot ends with `Quit` or `Yield`; until then it may go on after another mode.
      if mode == .boot { suspendedBoot = bootEstimator } else { bootEstimator.recordEnd(at: now) }
      suspendedBoot?.awaitsHistory = false
      var history = bootEstimator.history
      history.part = nextPart
      mode = next
      bootEstimator = (mode == .boot ? suspendedBoot : nil) ?? BootEstimator(mode, since: now)
      bootEstimator.history = history
      // A part that has not begun is that of the new mode, unless the machine goes down.
      let part = stack[0].progress.flatMap { $0.tasks.isEmpty ? $0.part : nil }
      stack[0].progress = mode.goesDown ? nil : part.map { ProgressModel(mode: mode.name, part: $0, at: now) }
      stack[0].status = nil
      overlays.removeAll { $0.isFailure }
      theme = themes(mode)
      applyTheme(at: now, fading: hasBeenShown)
      if stack[0].origin == .commandLine, hasThemeLoader { stack[0].origin = .theme }
      // Without a theme, the default loader stays.
      if stack[0].origin == .theme, theme != nil { setThemeLoader(at: now) }
    }
    callTitle = title
    callSubtitle = subtitle
    isHidden = false
    updateScreen(at: now)
  }
}
