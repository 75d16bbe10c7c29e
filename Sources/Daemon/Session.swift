import Loaders
import Notation
import Outputs
import Protocol
import Raster
import Scene
import Work

/// What is on the screen, and how calls change it. Pure: times come in, nothing is drawn or sent here.
struct Session {
  enum Effect: Equatable {
    case none, redraw, yield, resume, quit(retains: Bool)
    /// The theme has other things to say in this mode.
    case mode
    /// The reply comes later.
    case screenshot(output: Bytes?), monitor, wait
  }

  private(set) var screen = Screen(background: .color(.black), scheme: .dark)
  private var complaints: [ParameterError] = []
  private(set) var mode: Bytes = "boot"
  /// Whether the display is a circle.
  var isRound: Bool {
    get { screen.isRound }
    set { screen.isRound = newValue }
  }
  /// How the product looks.
  var theme: Theme? { didSet { apply(theme) } }
  /// The colour around what was shown before: ours too, where neither theme nor caller wants another.
  var surroundings: Color?
  /// What is told of a failure, and how.
  var failurePolicy = FailurePolicy()
  /// Seconds without a sign of life after which the screen says so; nil never does.
  var stallsAfter: Double?
  /// Whether the time that is left is told even where nobody asks for it.
  var tellsTimeLeft = false

  private(set) var expectation = Expectation("boot", since: .zero)
  private(set) var log = Log()

  /// The one that stays first, then those of clients, the newest last.
  private(set) var stack = [Showing(id: 0, owner: nil)]
  /// Cover everything: a failure until something new is shown, the console until the user has seen enough of it.
  private(set) var covers: [Showing] = []
  private var serial = 0
  private var lastID = 0
  /// The serial of what is on the screen.
  private var surfaced = 0
  /// Counts what changed.
  private(set) var generation = 0

  /// Reads the files that parameters name.
  var files: Files

  init(_ files: Files) { self.files = files }

  /// Starts in a mode: one that lasts since the machine was switched on, or began only now. A successor gives out higher
  /// numbers than its predecessor did: programs of that time may still name theirs.
  mutating func begin(in mode: Bytes, at nanoseconds: Int64, following isSuccessor: Bool = false) {
    if isSuccessor { lastID = Int(nanoseconds / 1_000_000) }
    self.mode = mode
    expectation = Expectation(mode, since: mode == "boot" ? .zero : Time(nanoseconds: nanoseconds))
  }

  /// Whether what a call changes outlives its connection, which has nothing of its own on the screen then.
  func isLasting(_ call: Call, from client: Int) -> Bool {
    call["lease"] != .bool(true) && (call["show"].map { $0.number == 0 } ?? !stack.contains { $0.owner == client })
  }

  /// Whether answering a call takes files that it names.
  func namesFiles(_ call: Call) -> Bool {
    guard call.method == "io.loaderd.Screen.Show", let name = call["loader"]?.string else { return false }
    let parameters = Catalog.entry(named: name)?.parameters ?? []
    return parameters.contains { parameter in parameter.kind.namesFiles && call[parameter.member] != nil }
  }

  /// Lets go what is seen no more.
  mutating func settle(at nanoseconds: Int64) { screen.loader.settle(at: Time(nanoseconds: nanoseconds)) }

  /// The same with nothing on the screen, and other files.
  func bare(_ files: Files) -> Session {
    var bare = self
    (bare.stack, bare.covers, bare.files) = ([Showing(id: 0, owner: nil)], [], files)
    return bare
  }

  /// What is seen.
  var top: Showing { covers.last ?? stack[stack.count - 1] }
  var failure: Showing? { covers.first { $0.id == Showing.failure } }
  /// Whether the user has called for the console.
  var hasConsole: Bool { covers.last?.id == Showing.console }
  /// Pixels a point, if the loader says so.
  var scale: Double? { screen.loader.current?.scale }

  /// Answers a call of the screen's interface, of the connection `client`; one that is refused changes nothing.
  mutating func answer(
    _ call: Call, from client: Int = 0, now nanoseconds: Int64, _ seen: Observation
  ) -> (reply: Reply, effect: Effect) {
    let now = Time(nanoseconds: nanoseconds)
    do throws(Reply) {
      let (reply, effect) = try perform(call, client, now, seen)
      if effect != .none { generation += 1 }
      return (reply, effect)
    } catch {
      return (error, .none)
    }
  }

  private mutating func perform(
    _ call: Call, _ client: Int, _ now: Time, _ seen: Observation
  ) throws(Reply) -> (reply: Reply, effect: Effect) {
    guard call.method.hasPrefix("io.loaderd.Screen.") else {
      return (VarlinkService.methodNotFound(call.method), .none)
    }
    switch call.method.dropFirst(18) {
    case "Show": return (try show(call, client, at: now), .redraw)
    case "Hide":
      try call.allow(["transition", "show"])
      try hide(try place(call, client), fading: try call.fades, at: now)
      return (Reply(), .redraw)
    case "SetStatus":
      try call.allow(["text", "show"])
      let line = try call.line("text")
      stack[try place(call, client)].status = line.isEmpty ? nil : line
      surface(at: now)
      return (Reply(), .redraw)
    case "SetMessage":
      try setMessage(call, now)
      return (Reply(), .redraw)
    case "SetProgress":
      try setProgress(call, client, now)
      return (Reply(), .redraw)
    case "SetMode":
      try call.allow(["mode", "title", "subtitle"])
      try setMode(call, now)
      return (Reply(), .mode)
    case "ReportFailure":
      try call.allow(["unit", "sentence", "code"])
      try reportFailure(call, now)
      return (Reply(), .redraw)
    case "AppendLog":
      try call.allow(["lines"])
      try appendLog(call, now)
      return (Reply(), .redraw)
    case "GetState":
      try call.allow([])
      return (Reply(state(seen, at: now)), .none)
    case "Monitor":
      try call.allow([])
      guard call.wantsMore else { throw Reply(error: "org.varlink.service.ExpectedMore") }
      return (Reply(), .monitor)
    case "Screenshot":
      try call.allow(["output"])
      return (Reply(), .screenshot(output: try call.text("output")))
    case "ListLoaders":
      try call.allow([])
      return (Reply([JSON.Member("loaders", .array(Catalog.all.map { $0.description }))]), .none)
    case "ListOutputs":
      try call.allow([])
      return (Reply([JSON.Member("outputs", .array(seen.outputs.map { seen.describe($0, inFull: true) }))]), .none)
    case "Yield":
      try call.allow([])
      return (Reply(), .yield)
    case "Resume":
      try call.allow([])
      return (Reply(), .resume)
    case "WaitKey":
      try call.allow(["keys", "cancel", "timeout"])
      return (Reply(), .wait)
    case "Quit":
      try call.allow(["retain"])
      return (Reply(), .quit(retains: try call.flag("retain")))
    default: return (VarlinkService.methodNotFound(call.method), .none)
    }
  }

  /// A connection has ended, and what it had on the screen with it.
  mutating func end(_ client: Int, at nanoseconds: Int64) -> Effect {
    guard stack.contains(where: { $0.owner == client }) else { return .none }
    let now = Time(nanoseconds: nanoseconds)
    for index in stack.indices where stack[index].owner == client { expectation.learn(from: &stack[index].work) }
    stack.removeAll { $0.owner == client }
    surface(at: now)
    generation += 1
    return .redraw
  }

  /// The place of what a call is about: what it names, else the connection's own, else what stays.
  private func place(_ call: Call, _ client: Int) throws(Reply) -> Int {
    if let named = call["show"] {
      guard let number = named.number, let index = stack.firstIndex(where: { Double($0.id) == number }) else {
        throw .invalidParameter("show", "nothing with this id is shown")
      }
      return index
    }
    return stack.firstIndex { $0.owner == client } ?? 0
  }

  private mutating func show(_ call: Call, _ client: Int, at now: Time) throws(Reply) -> Reply {
    let leases = try call.flag("lease")
    let (loader, text, scheme, background) = try loader(call)
    let fades = try call.fades
    var index = stack.firstIndex { $0.owner == client }
    if index == nil, leases {
      lastID += 1
      stack.append(Showing(id: lastID, owner: client))
      index = stack.count - 1
    } else if let own = index, own < stack.count - 1 {
      stack.append(stack.remove(at: own))  // the newest is on top
      index = stack.count - 1
    }
    serial += 1
    let place = index ?? 0
    (stack[place].loader, stack[place].text, stack[place].serial) = (loader, text, serial)
    (stack[place].scheme, stack[place].background, stack[place].began) = (scheme, background, now)
    covers.removeAll { $0.id == Showing.failure }
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
    for member in call.parameters where member.value != .null && !Session.ownMembers.contains(member.name) {
      let name = Bytes(member.name.utf8.map { $0 == 0x5F ? 0x2D : $0 })
      guard let text = member.value.notation else { throw .invalidParameter(name, "neither text nor a number") }
      given.append((name, text))
    }
    for standard in theme?.parameters(of: name) ?? [] where !given.contains(where: { $0.name == standard.name }) {
      given.append(standard)
    }
    let carried = theme?.background == nil && !given.contains { $0.name == "scheme" } ? surroundings : nil
    if let carried { given.append(("scheme", carried.isLight ? "light" : "dark")) }
    let text = try call.text("text")
    do {
      let loader = try entry.loader(text ?? (name == "console" ? log.text : ""), given, files)
      return (loader, text, loader.scheme, carried.map { .color($0) })
    } catch {
      throw .invalidParameter(error.name, error.reason)
    }
  }

  /// Members of `Show` that are no parameters of loaders.
  private static var ownMembers: [Bytes] { ["loader", "text", "transition", "lease"] }

  private mutating func hide(_ place: Int, fading: Bool, at now: Time) throws(Reply) {
    expectation.learn(from: &stack[place].work)
    if place > 0 {
      stack.remove(at: place)
    } else {
      serial += 1
      stack[0] = Showing(id: 0, owner: nil)
      stack[0].serial = serial
      screen.message.replace(with: nil, at: now, fading: fading)
      expectation.estimateNoMore()
    }
    covers.removeAll { $0.id == Showing.failure }
    surface(at: now, fading: fading)
  }

  /// Brings what is on top to the screen.
  private mutating func surface(at now: Time, fading: Bool = true, fadingIn: Bool? = nil) {
    let top = top
    if top.serial != surfaced {
      screen.loader.replace(with: top.loader, at: now, fading: fading, fadingIn: fadingIn, began: top.began)
      surfaced = top.serial
      if let loader = top.loader {
        screen.scheme = loader.scheme
        screen.background = theme?.background ?? top.background ?? .color(loader.scheme.background)
      }
    }
    if top.status != screen.status.current { screen.status.replace(with: top.status, at: now, fading: fading) }
    let before = screen.progress
    if let fraction = top.work?.fraction {
      let from = before?.value(at: Moment(now)) ?? fraction
      if before?.to != fraction || before?.duration != nil {
        screen.progress = Progress(from: from, to: fraction, since: now)
      }
    } else {
      screen.progress = top.id == 0 ? expectation.progress(after: before, at: now) : nil
    }
    annotate(top.work, at: now)
  }

  /// What the screen says of a long wait by itself.
  private mutating func annotate(_ work: Work?, at now: Time) {
    var note = Note()
    note.words = theme?.words ?? Wording()
    if let part = work?.part { note.part = note.words.part(part.number, of: part.count) }
    if let work, work.estimates || tellsTimeLeft { (note.left, note.since) = (work.left(at: now), now) }
    if let work, !work.isDone, let stallsAfter { note.stalled = work.alive + Time(seconds: stallsAfter) }
    if note != screen.note { screen.note = note }
  }

  /// What the loader shown last could not use; told once.
  mutating func takeComplaints() -> [ParameterError] {
    defer { complaints = [] }
    return complaints
  }

  private mutating func apply(_ theme: Theme?) {
    if let background = theme?.background { screen.background = background }
    screen.logo = theme?.logo
    (screen.title, screen.subtitle) = (
      theme?.title ?? ModeWords(mode).title, theme?.subtitle ?? ModeWords(mode).subtitle
    )
  }

  private mutating func setMessage(_ call: Call, _ now: Time) throws(Reply) {
    try call.allow(["text", "lifetime"])
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

  private mutating func appendLog(_ call: Call, _ now: Time) throws(Reply) {
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
    if let loader = top.loader, loader.isConsole { screen.loader.exchange(loader) }
  }

  /// A console that was given no text shows the log as it is now.
  private func renew(_ showing: inout Showing) {
    if showing.text == nil, let loader = showing.loader, loader.isConsole {
      showing.loader = loader.saying(log.text)
    }
  }

  /// Whether the log is being looked at.
  var showsLog: Bool { top.text == nil && top.loader.map { $0.isConsole } ?? false }

  private mutating func setMode(_ call: Call, _ now: Time) throws(Reply) {
    guard let name = call["mode"]?.string, Theme.modes.contains(name) else {
      throw .invalidParameter("mode", "not one of \(Theme.modes.joined(by: ", "))")
    }
    let title = try call.text("title"), subtitle = try call.text("subtitle")
    if name != mode {
      expectation.learn(from: &stack[0].work)
      expectation.end(at: now)
      let experience = expectation.experience
      (mode, expectation) = (name, Expectation(name, since: now))
      expectation.experience = experience
      stack[0].work = nil
      surface(at: now)
    }
    apply(theme)
    if let title { screen.title = title }
    if let subtitle { screen.subtitle = subtitle }
  }

  private mutating func reportFailure(_ call: Call, _ now: Time) throws(Reply) {
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
    let text = name == "console" ? nil : sentence ?? (theme?.words ?? Wording()).failure
    let old = covers.firstIndex { $0.id == Showing.failure }
    try cover(Showing.failure, name, text, given, at: now)
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
    var showing = Showing(id: id, owner: nil)
    for standard in theme?.parameters(of: name) ?? [] where !given.contains(where: { $0.name == standard.name }) {
      given.append(standard)
    }
    serial += 1
    do throws(ParameterError) {
      showing.loader = try Catalog.entry(named: name)?.loader(text ?? log.text, given, files)
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
      try? cover(Showing.console, "console", nil, [], at: now)  // a theme that spoils it has been complained of
    }
    generation += 1
    surface(at: now, fading: false)
  }

  private mutating func setProgress(_ call: Call, _ client: Int, _ now: Time) throws(Reply) {
    try call.allow([
      "value", "label", "phase", "phases", "task", "alive", "part", "parts", "estimate", "milestone", "show",
    ])
    let place = try place(call, client)
    let label = try call.text("label")
    let report = try Report(call)
    let milestone = try call.text("milestone")
    let estimates = try call.flag("estimate"), isAlive = try call.flag("alive")
    if let milestone { expectation.pass(milestone, at: now) }
    if isAlive {
      stack[place].work?.beat(now)
    } else if call["value"] != nil || report.isAbout {
      var work = stack[place].work ?? Work(mode: mode, at: now)
      work.take(report, expectation.experience, now: now)
      stack[place].work = work
      if work.isDone { expectation.learn(from: &stack[place].work) }
    } else if estimates {
      expectation.estimate()
    } else if milestone == nil {
      expectation.learn(from: &stack[place].work)
      stack[place].work = nil
      expectation.estimateNoMore()
    }
    if let label { stack[place].status = label.isEmpty ? nil : label }
    surface(at: now)
  }

  /// Takes what earlier runs took; `estimates` shows where this one is.
  mutating func take(_ experience: Experience, estimating estimates: Bool, at nanoseconds: Int64) {
    expectation.experience = experience
    if let part = experience.part, stack[0].work == nil {
      stack[0].work = Work(mode: mode, part: part, at: Time(nanoseconds: nanoseconds))
    }
    expectation.experience.part = nil
    if estimates { expectation.estimate() }
    generation += 1
    surface(at: Time(nanoseconds: nanoseconds))
  }

  /// The end of what this mode is for.
  mutating func endCourse(at now: Time) { expectation.end(at: now) }

  /// What the next run of the machine may know.
  mutating func leaveExperience() -> Experience {
    for index in stack.indices { expectation.learn(from: &stack[index].work) }
    var left = expectation.experience
    if let part = stack[0].work?.part {
      let isDone = stack[0].work?.isDone ?? false
      left.part =
        !isDone ? part : part.number < part.count ? Work.Part(number: part.number + 1, count: part.count) : nil
    }
    return left
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
