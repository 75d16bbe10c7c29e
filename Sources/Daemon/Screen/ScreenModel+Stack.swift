import DaemonCore
import Loaders
import Raster
import Scene
import ScreenAPI
import Support
import Varlink

/// The calls that put a loader on the screen and take it away.
extension ScreenModel {
  /// The index in the stack of the entry that a call changes: the one that it names, else the connection's own, else
  /// the persistent entry. Throws if there is no entry with the id.
  func entryIndex(_ call: Call, _ client: Int) throws(Reply) -> Int {
    if let named = call["show"] {
      guard let number = named.number, let index = stack.firstIndex(where: { $0.id.map(Double.init) == number }) else {
        throw .invalidParameter("show", "no entry of the stack has this id")
      }
      return index
    }
    return stack.firstIndex { $0.owner == client } ?? 0
  }

  /// Carries out `Show`; the reply has the id of the entry.
  mutating func show(_ call: Call, _ client: Int, at now: Time) throws(Reply) -> Reply {
    let leases = try call.flag("lease")
    let made = try make(call)
    let fades = try call.fades
    var ownIndex = stack.firstIndex { $0.owner == client }
    if ownIndex == nil, leases {
      lastID += 1
      stack.append(StackEntry(.lease(id: lastID, owner: client)))
      ownIndex = stack.count - 1
    } else if let own = ownIndex, own < stack.count - 1 {
      stack.append(stack.remove(at: own))  // the newest is on top
      ownIndex = stack.count - 1
    }
    let index = ownIndex ?? 0
    stack[index].loader = made.loader
    stack[index].call = ScreenModel.namesFiles(call) ? nil : call
    if call["progress"] != nil {  // newer than that of SetProgress
      bootEstimator.recordDurations(of: &stack[index].progress)
      stack[index].progress = nil
    }
    stack[index].text = made.text
    stack[index].loaderNumber = newLoaderNumber()
    stack[index].background = made.background
    stack[index].began = now
    stack[index].origin = .client
    if index == 0 { isHidden = false }
    // A replayed call whose files were read late may be older than the failure.
    overlays.removeAll { $0.isFailure && $0.began <= now }
    problems = made.loader.problems
    updateScreen(at: now, fading: fades)
    return Reply([JSON.Member("id", stack[index].id.map { .integer($0) } ?? .null)])
  }

  /// Makes the loaders of calls again, with the parameters that the theme adds now.
  mutating func refreshCallLoaders() {
    for index in stack.indices {
      if let call = stack[index].call, let made = try? make(call) { stack[index].loader = made.loader }
    }
  }

  /// Makes the loader of an entry again without the progress that `Show` has given it.
  mutating func removeLoaderProgress(of index: Int) {
    guard let call = stack[index].call, call["progress"] != nil else { return }
    let changed = call.without("progress")
    guard let made = try? make(changed) else { return }
    stack[index].loader = made.loader
    stack[index].call = changed
    stack[index].loaderNumber = newLoaderNumber()
  }

  /// The loader of a call, with the parameters that the theme adds.
  private func make(_ call: Call) throws(Reply) -> MadeLoader {
    guard let name = call["loader"]?.string else { throw .invalidParameter("loader", "missing, or not text") }
    guard let entry = Catalog.entry(named: name) else {
      throw .unknownLoader(name, known: Catalog.all.map { Bytes($0.name) })
    }
    var given: [(name: Bytes, text: Bytes)] = []
    for member in call.parameters where member.value != .null && !MethodTable.isOwnMember(member.name) {
      let name = Bytes(member.name.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 })
      guard let text = member.value.notation else { throw .invalidParameter(name, "neither text nor a number") }
      given.append((name, text))
    }
    addThemeParameters(of: name, to: &given)
    let text = try call.text("text")
    do {
      return try make(entry, text, given)
    } catch {
      throw .invalidParameter(error.name, error.reason)
    }
  }

  /// A loader, and what it was made of.
  struct MadeLoader {
    let loader: AnyLoader
    /// Nil if there is none, and for a `console` that shows the newest log lines.
    let text: Bytes?
    /// The background that the boot loader left, if it stays.
    let background: Backdrop?
    let parameters: [(name: Bytes, text: Bytes)]
  }

  /// Makes a loader with these parameters, and the scheme that suits the boot loader's background.
  func make(
    _ entry: CatalogEntry, _ text: Bytes?, _ given: [(name: Bytes, text: Bytes)]
  ) throws(ParameterError) -> MadeLoader {
    var parameters = given
    let background = addBootScheme(to: &parameters)
    let isLog = ScreenModel.followsLog(Bytes(entry.name), text)
    let loader = try entry.loader(isLog ? logLines.text : text ?? "", parameters, allFiles)
    return MadeLoader(loader: loader, text: isLog ? nil : text, background: background, parameters: parameters)
  }

  /// Adds the theme's parameters of a loader that are not given.
  func addThemeParameters(of loader: Bytes, to given: inout [(name: Bytes, text: Bytes)]) {
    for standard in theme?.parameters(of: loader) ?? [] where !given.contains(where: { $0.name == standard.name }) {
      given.append(standard)
    }
  }

  /// Adds the scheme for the background that the boot loader left, unless the theme or a parameter sets another look.
  /// Returns that background if it stays.
  private func addBootScheme(to given: inout [(name: Bytes, text: Bytes)]) -> Backdrop? {
    guard let bootBackground, theme?.background == nil, !given.contains(where: { $0.name == "scheme" }) else {
      return nil
    }
    given.append(("scheme", bootBackground.isLight ? "light" : "dark"))
    return .color(bootBackground)
  }

  /// The number of a loader that is new on the screen.
  mutating func newLoaderNumber() -> Int {
    loaderNumber += 1
    return loaderNumber
  }

  /// The files that a call names, and those of the theme.
  var allFiles: Files { files.adding(theme?.files, prefix: Theme.filePrefix) }

  /// Whether a loader with this text shows the newest log lines: `console` without a text of its own.
  private static func followsLog(_ loader: Bytes, _ text: Bytes?) -> Bool {
    loader == "console" && text?.isEmpty ?? true
  }

  /// Removes an entry; the persistent entry becomes empty instead.
  mutating func hide(_ index: Int, fading: Bool, at now: Time) {
    bootEstimator.recordDurations(of: &stack[index].progress)
    if index > 0 {
      stack.remove(at: index)
    } else {
      stack[0] = StackEntry(.persistent)
      stack[0].loaderNumber = newLoaderNumber()
      isHidden = true
      setMessage(nil, at: now, fading: fading)
      bootEstimator.stopEstimating()
    }
    overlays.removeAll { $0.isFailure }
    updateScreen(at: now, fading: fading)
  }
}

extension JSON {
  /// A value as it would be written on a command line.
  var notation: Bytes? {
    switch self {
    case .string(let text): return text
    // As progress, "1" is one per cent and "1.0" is all.
    case .number(let number): return number == 1 ? "1.0" : "\(number)"
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
