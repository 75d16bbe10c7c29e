import Loaders
import Scene
import ScreenAPI
import Settings
import Support
import Varlink

/// The overlays: the failure screen, and the log screen.
extension ScreenModel {
  /// Carries out `ReportFailure`, as the failure policy says. A log screen that the user has opened stays on top.
  mutating func reportFailure(_ call: Call, _ now: Time) throws(Reply) -> Effect {
    // A script may have nothing to say: an empty text is none, and neither are spaces between empty ones.
    func text(_ name: StaticString) throws(Reply) -> Bytes? {
      let text = try call.text(name)
      return text?.trimmed.isEmpty == true ? nil : text
    }
    let unit = try text("unit"), code = try text("code"), sentence = try text("sentence")
    let name: Bytes
    var given: [(name: Bytes, text: Bytes)] = []
    switch failurePolicy.shows {
    case .nothing: return .none
    case .console: name = "console"
    case .screen:
      name = "failure"
      if let unit { given.append(("unit", unit)) }
      if let code { given.append(("code", code)) }
      // Percent-encoding makes a unit and a code up to three times as long; no reader scans so large a QR code.
      if let address = failurePolicy.address(unit: unit ?? "", code: code ?? ""), address.count <= Catalog.textLimit {
        given.append(("address", address))
      }
    }
    let text = name == "console" ? nil : sentence ?? strings.failure
    let old = overlays.firstIndex { $0.isFailure }
    try addOverlay(.failure, name, text, given, at: now)
    let line: Bytes = "\(unit ?? "failure"): \(sentence ?? "failed") \(code ?? "")"
    addLogLines([(line.trimmed, now)])
    overlays[overlays.count - 1].text = name == "console" ? nil : sentence
    if let old { overlays.remove(at: old) }
    if overlays.count > 1 { overlays.swapAt(0, 1) }
    // "Do not turn off" no longer holds.
    setMessage(nil, at: now, fading: hasBeenShown)
    updateScreen(at: now)
    return .redraw
  }

  /// Adds an overlay on top. Loader `console` without a text shows the log.
  private mutating func addOverlay(
    _ kind: StackEntry.Kind, _ name: Bytes, _ text: Bytes?, _ given: [(name: Bytes, text: Bytes)], at now: Time
  ) throws(Reply) {
    var given = given
    var entry = StackEntry(kind)
    addThemeParameters(of: name, to: &given)
    do throws(ParameterError) {
      entry.loader = try Catalog.entry(named: name)?.loader(text ?? logLines.text, given, allFiles)
    } catch {
      throw .invalidParameter(error.name, error.reason)
    }
    entry.began = now
    entry.loaderNumber = newLoaderNumber()
    overlays.append(entry)
  }

  /// Opens or closes the log screen.
  mutating func toggleLogScreen(at nanoseconds: Int64) {
    let now = Time(nanoseconds: nanoseconds)
    if hasLogScreen {
      overlays.removeLast()
    } else {
      try? addOverlay(.logScreen, "console", nil, [], at: now)  // an error in the theme was logged before
    }
    generation += 1
    updateScreen(at: now, fading: false)
  }
}
