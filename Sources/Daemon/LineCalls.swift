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
    var lifetime: Time?
    if let given = call["lifetime"] {
      guard let seconds = given.number, (0...86400).contains(seconds) else {
        throw .invalidParameter("lifetime", "not a number from 0 to 86400")
      }
      lifetime = Time(seconds: seconds)
    }
    if line != screen.message.current(at: now) ?? "" || lifetime != nil {
      screen.message.replace(with: line.isEmpty ? nil : line, at: now, fading: true, for: lifetime)
    }
  }

  mutating func appendLog(_ call: Call, _ now: Time) throws(Reply) {
    guard let lines = call["lines"]?.array else { throw .invalidParameter("lines", "missing, or not a list of texts") }
    var texts: [Bytes] = []
    for line in lines.suffix(Log.limit) { texts.append(try Call.line(line, "lines")) }
    appendLogLines(texts)
  }

  /// Appends lines to the console's log.
  mutating func appendLogLines(_ lines: [Bytes]) {
    for line in lines { log.append(line) }
    for index in stack.indices { updateConsoleText(&stack[index]) }
    for index in overlays.indices { updateConsoleText(&overlays[index]) }
    if let loader = top.loader, loader.isConsole { screen.loader.replaceContent(with: loader) }
  }

  /// Updates a console that shows the log, which is one without a text of its own.
  private func updateConsoleText(_ entry: inout StackEntry) {
    if entry.text == nil, let loader = entry.loader, loader.isConsole {
      entry.loader = loader.withText(log.text)
    }
  }

  /// Whether the log is visible.
  var showsLog: Bool { top.text == nil && top.loader.map { $0.isConsole } ?? false }

  mutating func setMode(_ call: Call, _ now: Time) throws(Reply) {
    guard let name = call["mode"]?.string, Theme.modes.contains(name) else {
      throw .invalidParameter("mode", "not one of \(Theme.modes.joined(by: ", "))")
    }
    let title = try call.text("title"), subtitle = try call.text("subtitle")
    if name != mode {
      bootEstimator.recordDurations(of: &stack[0].work)
      bootEstimator.recordEnd(at: now)
      let history = bootEstimator.history
      mode = name
      bootEstimator = BootEstimator(name, since: now)
      bootEstimator.history = history
      stack[0].work = nil
      stack[0].status = nil
      theme = themes(name)
      applyTheme(at: now, fading: isOnScreen)
      if stack[0].isFromCommandLine, hasThemeLoader { stack[0].isThemed = true }
      if stack[0].isThemed { setThemeLoader(at: now) }
    }
    callTitle = title
    callSubtitle = subtitle
    isHidden = false
    updateScreen(at: now)
  }
}
