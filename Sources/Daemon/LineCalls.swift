import Loaders
import Progress
import Scene
import Support
import Varlink

/// The calls that set lines: status, message, the console's, and those of a mode.
extension ScreenModel {
  mutating func setStatus(_ call: Call, _ client: Int, _ now: Time) throws(Reply) {
    let line = try call.line("text")
    stack[try place(call, client)].status = line.isEmpty ? nil : line
    surface(at: now)
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
    for line in lines { texts.append(try Call.line(line, "lines")) }
    note(texts)
  }

  /// Adds lines to what a console shows.
  mutating func note(_ lines: [Bytes]) {
    for line in lines { log.append(line) }
    for index in stack.indices { renew(&stack[index]) }
    for index in covers.indices { renew(&covers[index]) }
    if let loader = top.loader, loader.isConsole { screen.loader.replaceContent(with: loader) }
  }

  /// A console that was given no text shows the log as it is now.
  private func renew(_ showing: inout StackEntry) {
    if showing.text == nil, let loader = showing.loader, loader.isConsole {
      showing.loader = loader.withText(log.text)
    }
  }

  /// Whether the log is being looked at.
  var showsLog: Bool { top.text == nil && top.loader.map { $0.isConsole } ?? false }

  mutating func setMode(_ call: Call, _ now: Time) throws(Reply) {
    guard let name = call["mode"]?.string, Theme.modes.contains(name) else {
      throw .invalidParameter("mode", "not one of \(Theme.modes.joined(by: ", "))")
    }
    let title = try call.text("title"), subtitle = try call.text("subtitle")
    if name != mode {
      expectation.learn(from: &stack[0].work)
      expectation.end(at: now)
      let experience = expectation.experience
      (mode, expectation) = (name, BootEstimator(name, since: now))
      expectation.experience = experience
      stack[0].work = nil
      stack[0].status = nil
      theme = themes(name)
      applyTheme()
      if stack[0].isThemed { putThemeLoader(at: now) }
    }
    (givenTitle, givenSubtitle, isHidden) = (title, subtitle, false)
    surface(at: now)
  }
}
