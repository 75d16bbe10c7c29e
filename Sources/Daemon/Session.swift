import Loaders
import Notation
import Outputs
import Protocol
import Raster
import Scene

/// What is on the screen, and how calls change it. Pure: times come in, nothing is drawn or sent here.
struct Session {
  enum Effect: Equatable { case none, redraw, yield, resume, quit(retains: Bool) }

  private(set) var screen = Screen(background: .color(.black), scheme: .dark)
  /// What was said to be shown.
  private(set) var text: Bytes?
  private var complaints: [ParameterError] = []
  var mode: Bytes = "boot"
  /// Whether the display is a circle.
  var isRound: Bool {
    get { screen.isRound }
    set { screen.isRound = newValue }
  }
  /// How the product looks; set once, at the start.
  var theme: Theme? {
    didSet {
      if let background = theme?.background { screen.background = background }
      screen.logo = theme?.logo
    }
  }

  /// The colour around what was shown before: ours too, where neither theme nor caller wants another.
  var surroundings: Color?

  /// Reads the files that parameters name.
  let files: Files

  init(_ files: Files) { self.files = files }

  /// Pixels a point, if the loader says so.
  var scale: Double? { screen.loader.current?.scale }

  /// Answers a call of the screen's interface; one that is refused changes nothing.
  mutating func answer(_ call: Call, now nanoseconds: Int64, _ seen: Observation) -> (reply: Reply, effect: Effect) {
    let now = Time(nanoseconds: nanoseconds)
    do throws(Reply) {
      switch call.method {
      case "io.loaderd.Screen.Show": return (try show(call, at: now), .redraw)
      case "io.loaderd.Screen.Hide":
        try allow(["transition"], in: call)
        let fades = try fades(call)
        screen.loader.replace(with: nil, at: now, fading: fades)
        screen.status.replace(with: nil, at: now, fading: fades)
        screen.message.replace(with: nil, at: now, fading: fades)
        (text, screen.progress) = (nil, nil)
        return (Reply(), .redraw)
      case "io.loaderd.Screen.SetStatus":
        try allow(["text"], in: call)
        let line = try line(call["text"], "text")
        if line != screen.status.current ?? "" {
          screen.status.replace(with: line.isEmpty ? nil : line, at: now, fading: true)
        }
        return (Reply(), .redraw)
      case "io.loaderd.Screen.SetMessage":
        try setMessage(call, now)
        return (Reply(), .redraw)
      case "io.loaderd.Screen.SetProgress":
        try setProgress(call, now)
        return (Reply(), .redraw)
      case "io.loaderd.Screen.GetState":
        try allow([], in: call)
        return (Reply(state(seen, at: now)), .none)
      case "io.loaderd.Screen.ListLoaders":
        try allow([], in: call)
        return (Reply([JSON.Member("loaders", .array(Catalog.all.map { $0.description }))]), .none)
      case "io.loaderd.Screen.ListOutputs":
        try allow([], in: call)
        return (Reply([JSON.Member("outputs", .array(seen.outputs.map { seen.describe($0, inFull: true) }))]), .none)
      case "io.loaderd.Screen.Yield":
        try allow([], in: call)
        return (Reply(), .yield)
      case "io.loaderd.Screen.Resume":
        try allow([], in: call)
        return (Reply(), .resume)
      case "io.loaderd.Screen.Quit":
        try allow(["retain"], in: call)
        guard let retains = call["retain"].map({ $0.bool }) ?? false else {
          throw .invalidParameter("retain", "neither true nor false")
        }
        return (Reply(), .quit(retains: retains))
      default: return (VarlinkService.methodNotFound(call.method), .none)
      }
    } catch {
      return (error, .none)
    }
  }

  mutating func show(_ call: Call, at now: Time) throws(Reply) -> Reply {
    guard let name = call["loader"]?.string else { throw .invalidParameter("loader", "missing, or not text") }
    guard let entry = Catalog.entry(named: name) else {
      throw .unknownLoader(name, known: Catalog.all.map { Bytes($0.name) })
    }
    var given: [(name: Bytes, text: Bytes)] = []
    for member in call.parameters
    where member.value != .null && !["loader", "text", "transition"].contains(member.name) {
      let name = Bytes(member.name.utf8.map { $0 == 0x5F ? 0x2D : $0 })
      guard let text = member.value.notation else { throw .invalidParameter(name, "neither text nor a number") }
      given.append((name, text))
    }
    for standard in theme?.parameters(of: name) ?? [] where !given.contains(where: { $0.name == standard.name }) {
      given.append(standard)
    }
    let carried = theme?.background == nil && !given.contains { $0.name == "scheme" } ? surroundings : nil
    if let carried { given.append(("scheme", carried.isLight ? "light" : "dark")) }
    let text = try call["text"].map { value throws(Reply) in try line(value, "text") }
    let fades = try fades(call)
    do {
      let loader = try entry.loader(text ?? "", given, files)
      screen.loader.replace(with: loader, at: now, fading: fades, fadingIn: fades && !loader.fadesItself)
      complaints = loader.complaints
      screen.scheme = loader.scheme
      screen.background = theme?.background ?? .color(carried ?? loader.scheme.background)
    } catch {
      throw .invalidParameter(error.name, error.reason)
    }
    self.text = text
    return Reply()
  }

  /// What the loader shown last could not use; told once.
  mutating func takeComplaints() -> [ParameterError] {
    defer { complaints = [] }
    return complaints
  }

  private func fades(_ call: Call) throws(Reply) -> Bool {
    switch call["transition"]?.string {
    case "none": return false
    case "fade": return true
    case nil where call["transition"] == nil: return true
    default: throw .invalidParameter("transition", "not one of fade, none")
    }
  }

  private mutating func setMessage(_ call: Call, _ now: Time) throws(Reply) {
    try allow(["text", "lifetime"], in: call)
    let line = try line(call["text"], "text")
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

  private func allow(_ names: [Bytes], in call: Call) throws(Reply) {
    for member in call.parameters where !names.contains(member.name) {
      throw .invalidParameter(member.name, "unknown")
    }
  }

  private func line(_ value: JSON?, _ name: Bytes) throws(Reply) -> Bytes {
    guard let text = value?.string else { throw .invalidParameter(name, "missing, or not text") }
    do { try Catalog.check(text) } catch { throw .invalidParameter(name, error.reason) }
    return text
  }

  private mutating func setProgress(_ call: Call, _ now: Time) throws(Reply) {
    try allow(["value", "label"], in: call)
    let label = try call["label"].map { value throws(Reply) in try line(value, "label") }
    if let value = call["value"] {
      guard let number = value.number, (0...1).contains(number) else {
        throw .invalidParameter("value", "not a number from 0 to 1")
      }
      screen.progress = Progress(from: screen.progress?.value(at: Moment(now)) ?? number, to: number, since: now)
    } else {
      screen.progress = nil
    }
    if let label {
      screen.status.replace(with: label.isEmpty ? nil : label, at: now, fading: label != screen.status.current)
    }
  }
}

extension JSON {
  /// A value as it would be written on a command line.
  var notation: Bytes? {
    switch self {
    case .string(let text): return text
    case .number(let number): return "\(number)"
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
  fileprivate var isLight: Bool { 2126 * Int(red) + 7152 * Int(green) + 722 * Int(blue) > 1_275_000 }
}
