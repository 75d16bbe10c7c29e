import Loaders
import ScreenAPI
import Support
import Varlink
import Raster
import Scene

/// The calls that put a loader on the screen and take it away.
extension ScreenModel {
  /// The place of what a call is about: what it names, else the connection's own, else what stays.
  func place(_ call: Call, _ client: Int) throws(Reply) -> Int {
    if let named = call["show"] {
      guard let number = named.number, let index = stack.firstIndex(where: { Double($0.id) == number }) else {
        throw .invalidParameter("show", "nothing with this id is shown")
      }
      return index
    }
    return stack.firstIndex { $0.owner == client } ?? 0
  }

  mutating func show(_ call: Call, _ client: Int, at now: Time) throws(Reply) -> Reply {
    let leases = try call.flag("lease")
    let (loader, text, scheme, background) = try loader(call)
    let fades = try call.fades
    var index = stack.firstIndex { $0.owner == client }
    if index == nil, leases {
      lastID += 1
      stack.append(StackEntry(id: lastID, owner: client))
      index = stack.count - 1
    } else if let own = index, own < stack.count - 1 {
      stack.append(stack.remove(at: own))  // the newest is on top
      index = stack.count - 1
    }
    serial += 1
    let place = index ?? 0
    (stack[place].loader, stack[place].text, stack[place].serial) = (loader, text, serial)
    (stack[place].scheme, stack[place].background, stack[place].began) = (scheme, background, now)
    stack[place].isThemed = false
    if place == 0 { isHidden = false }
    covers.removeAll { $0.id == StackEntry.failure }
    complaints = loader.complaints
    surface(at: now, fading: fades, fadingIn: fades && !loader.fadesItself)
    return Reply([JSON.Member("id", .integer(stack[place].id))])
  }

  /// The loader that a call asks for, with what the theme adds to it.
  func loader(_ call: Call) throws(Reply) -> (loader: AnyLoader, text: Bytes?, scheme: Scheme, background: Backdrop?) {
    guard let name = call["loader"]?.string else { throw .invalidParameter("loader", "missing, or not text") }
    guard let entry = Catalog.entry(named: name) else {
      throw .unknownLoader(name, known: Catalog.all.map { Bytes($0.name) })
    }
    var given: [(name: Bytes, text: Bytes)] = []
    for member in call.parameters where member.value != .null && !ScreenModel.ownMembers.contains(member.name) {
      let name = Bytes(member.name.utf8.map { $0 == 0x5F ? 0x2D : $0 })
      guard let text = member.value.notation else { throw .invalidParameter(name, "neither text nor a number") }
      given.append((name, text))
    }
    for standard in theme?.parameters(of: name) ?? [] where !given.contains(where: { $0.name == standard.name }) {
      given.append(standard)
    }
    let carried = theme?.background == nil && !given.contains { $0.name == "scheme" } ? bootBackground : nil
    if let carried { given.append(("scheme", carried.isLight ? "light" : "dark")) }
    let text = try call.text("text")
    do {
      let loader = try entry.loader(text ?? (name == "console" ? log.text : ""), given, allFiles)
      return (loader, text, loader.scheme, carried.map { .color($0) })
    } catch {
      throw .invalidParameter(error.name, error.reason)
    }
  }

  /// The files that a call names, and those of the theme.
  var allFiles: Files { files.adding(theme?.files, prefix: Theme.filePrefix) }

  /// Members of `Show` that are no parameters of loaders.
  private static var ownMembers: [Bytes] { ["loader", "text", "transition", "lease"] }

  mutating func hide(_ place: Int, fading: Bool, at now: Time) throws(Reply) {
    expectation.learn(from: &stack[place].work)
    if place > 0 {
      stack.remove(at: place)
    } else {
      serial += 1
      stack[0] = StackEntry(id: 0, owner: nil)
      stack[0].serial = serial
      isHidden = true
      screen.message.replace(with: nil, at: now, fading: fading)
      expectation.estimateNoMore()
    }
    covers.removeAll { $0.id == StackEntry.failure }
    surface(at: now, fading: fading)
  }
}

extension JSON {
  /// A value as it would be written on a command line.
  var notation: Bytes? {
    switch self {
    case .string(let text): return text
    // A number is a fraction where a progress is meant, and `1` would be one per cent.
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

extension Color {
  /// Whether dark marks are easier to see on it than light ones (luma of Rec. 709).
  var isLight: Bool { 2126 * Int(red) + 7152 * Int(green) + 722 * Int(blue) > 1_275_000 }
}
