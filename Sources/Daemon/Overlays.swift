import Loaders
import ScreenAPI
import Support
import Varlink
import Scene

/// What covers everything: a failure, and the console that the user calls for.
extension ScreenModel {
  mutating func reportFailure(_ call: Call, _ now: Time) throws(Reply) {
    let unit = try call.text("unit"), code = try call.text("code")
    let sentence = try call.text("sentence")
    let name: Bytes
    var given: [(name: Bytes, text: Bytes)] = []
    switch failurePolicy.shows {
    case .nothing: return
    case .console: name = "console"
    case .screen:
      name = "failure"
      if let unit { given.append(("unit", unit)) }
      if let code { given.append(("code", code)) }
      if let address = failurePolicy.address(unit: unit ?? "", code: code ?? "") { given.append(("address", address)) }
    }
    let line: Bytes = "\(unit ?? "failure"): \(sentence ?? "failed") \(code ?? "")"
    note([line.trimmed])
    let text = name == "console" ? nil : sentence ?? (theme?.words ?? Strings()).failure
    let old = covers.firstIndex { $0.id == StackEntry.failure }
    try cover(StackEntry.failure, name, text, given, at: now)
    covers[covers.count - 1].text = name == "console" ? nil : sentence
    if let old { covers.remove(at: old) }
    if covers.count > 1 { covers.swapAt(0, 1) }
    surface(at: now)
  }

  /// Shows something of ours above what clients show; without a text a console shows the log.
  private mutating func cover(
    _ id: Int, _ name: Bytes, _ text: Bytes?, _ given: [(name: Bytes, text: Bytes)], at now: Time
  ) throws(Reply) {
    var given = given
    var showing = StackEntry(id: id, owner: nil)
    for standard in theme?.parameters(of: name) ?? [] where !given.contains(where: { $0.name == standard.name }) {
      given.append(standard)
    }
    serial += 1
    do throws(ParameterError) {
      showing.loader = try Catalog.entry(named: name)?.loader(text ?? log.text, given, allFiles)
    } catch {
      throw .invalidParameter(error.name, error.reason)
    }
    (showing.began, showing.serial) = (now, serial)
    covers.append(showing)
  }

  /// The user wants to see the log, or has seen enough of it.
  mutating func toggleConsole(at nanoseconds: Int64) {
    let now = Time(nanoseconds: nanoseconds)
    if hasConsole {
      covers.removeLast()
    } else {
      try? cover(StackEntry.console, "console", nil, [], at: now)  // a theme that spoils it has been complained of
    }
    generation += 1
    surface(at: now, fading: false)
  }
}
