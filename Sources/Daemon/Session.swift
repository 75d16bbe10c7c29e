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
  var mode: Bytes = "boot"
  /// When this mode began, on the screen's clock: with the machine, where it was not set.
  private(set) var modeBegan = Time.zero
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

  /// What earlier runs of the machine took.
  var experience = Experience()
  private(set) var course = Course("boot")
  private var forecast: Forecast?
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

  /// Starts in a mode: one that lasts since the machine was switched on, or began only now.
  mutating func begin(in mode: Bytes, at nanoseconds: Int64) {
    (self.mode, course) = (mode, Course(mode))
    modeBegan = mode == "boot" ? .zero : Time(nanoseconds: nanoseconds)
  }

  /// Whether a connection has something of its own on the screen.
  func isLeased(by client: Int) -> Bool { stack.contains { $0.owner == client } }

  /// Whether answering a call takes files that it names.
  func namesFiles(_ call: Call) -> Bool {
    guard call.method == "io.loaderd.Screen.Show", let name = call["loader"]?.string else { return false }
    let parameters = Catalog.entry(named: name)?.parameters ?? []
    return parameters.contains { parameter in parameter.kind.namesFiles && call[parameter.member] != nil }
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
      try allow(["transition", "show"], in: call)
      try hide(try place(call, client), fading: try fades(call), at: now)
      return (Reply(), .redraw)
    case "SetStatus":
      try allow(["text", "show"], in: call)
      let line = try line(call["text"], "text")
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
      try allow(["mode", "title", "subtitle"], in: call)
      try setMode(call, now)
      return (Reply(), .mode)
    case "ReportFailure":
      try allow(["unit", "sentence", "code"], in: call)
      try reportFailure(call, now)
      return (Reply(), .redraw)
    case "AppendLog":
      try allow(["lines"], in: call)
      try appendLog(call, now)
      return (Reply(), .redraw)
    case "GetState":
      try allow([], in: call)
      return (Reply(state(seen, at: now)), .none)
    case "Monitor":
      try allow([], in: call)
      guard call.wantsMore else { throw Reply(error: "org.varlink.service.ExpectedMore") }
      return (Reply(), .monitor)
    case "Screenshot":
      try allow(["output"], in: call)
      return (Reply(), .screenshot(output: try text(call["output"], "output")))
    case "ListLoaders":
      try allow([], in: call)
      return (Reply([JSON.Member("loaders", .array(Catalog.all.map { $0.description }))]), .none)
    case "ListOutputs":
      try allow([], in: call)
      return (Reply([JSON.Member("outputs", .array(seen.outputs.map { seen.describe($0, inFull: true) }))]), .none)
    case "Yield":
      try allow([], in: call)
      return (Reply(), .yield)
    case "Resume":
      try allow([], in: call)
      return (Reply(), .resume)
    case "WaitKey":
      try allow(["keys", "cancel", "timeout"], in: call)
      return (Reply(), .wait)
    case "Quit":
      try allow(["retain"], in: call)
      return (Reply(), .quit(retains: try flag(call, "retain")))
    default: return (VarlinkService.methodNotFound(call.method), .none)
    }
  }

  /// A connection has ended, and what it had on the screen with it.
  mutating func end(_ client: Int, at nanoseconds: Int64) -> Effect {
    guard stack.contains(where: { $0.owner == client }) else { return .none }
    let now = Time(nanoseconds: nanoseconds)
    for showing in stack where showing.owner == client { learn(from: showing.work) }
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
    let leases = try flag(call, "lease")
    let (loader, text, scheme, background) = try loader(call)
    let fades = try fades(call)
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
    let text = try text(call["text"], "text")
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
    learn(from: stack[place].work)
    if place > 0 {
      stack.remove(at: place)
    } else {
      serial += 1
      stack[0] = Showing(id: 0, owner: nil)
      stack[0].serial = serial
      screen.message.replace(with: nil, at: now, fading: fading)
      forecast = nil
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
    } else if top.id == 0, let forecast {
      let time = (now - modeBegan).seconds
      let from = before?.value(at: Moment(now)) ?? forecast.start(at: time)
      let next = forecast.next(from: from, at: time)
      screen.progress = Progress(from: from, to: next.value, since: now, expecting: Time(seconds: next.seconds))
    } else {
      screen.progress = nil
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

  private mutating func appendLog(_ call: Call, _ now: Time) throws(Reply) {
    guard let lines = call["lines"]?.array else { throw .invalidParameter("lines", "missing, or not a list of texts") }
    var texts: [Bytes] = []
    for line in lines { texts.append(try self.line(line, "lines")) }
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
    let title = try text(call["title"], "title"), subtitle = try text(call["subtitle"], "subtitle")
    if name != mode {
      endCourse(at: now)
      (mode, modeBegan, course, forecast) = (name, now, Course(name), nil)
      learn(from: stack[0].work)
      stack[0].work = nil
      surface(at: now)
    }
    apply(theme)
    if let title { screen.title = title }
    if let subtitle { screen.subtitle = subtitle }
  }

  private mutating func reportFailure(_ call: Call, _ now: Time) throws(Reply) {
    let unit = try text(call["unit"], "unit"), code = try text(call["code"], "code")
    let sentence = try text(call["sentence"], "sentence")
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
    try allow(
      ["value", "label", "phase", "phases", "task", "alive", "part", "parts", "estimate", "milestone", "show"], in: call
    )
    let place = try place(call, client)
    let label = try call["label"].map { value throws(Reply) in try line(value, "label") }
    let report = try report(call)
    let milestone = try text(call["milestone"], "milestone")
    let estimates = try flag(call, "estimate"), isAlive = try flag(call, "alive")
    if let milestone { pass(milestone, at: now) }
    if isAlive {
      stack[place].work?.beat(now)
    } else if call["value"] != nil || report.isAbout {
      var work = stack[place].work ?? Work(mode: mode, at: now)
      work.take(report, experience, now: now)
      if work.isDone { learn(from: work) }
      stack[place].work = work
    } else if estimates {
      begin()
    } else if milestone == nil {
      learn(from: stack[place].work)
      stack[place].work = nil
      forecast = nil
    }
    if let label { stack[place].status = label.isEmpty ? nil : label }
    surface(at: now)
  }

  private func report(_ call: Call) throws(Reply) -> Report {
    var report = Report()
    if let value = call["value"] {
      guard let number = value.number, (0...1).contains(number) else {
        throw .invalidParameter("value", "not a number from 0 to 1")
      }
      report.fraction = number
    }
    report.phase = try text(call["phase"], "phase")
    report.task = try text(call["task"], "task") ?? ""
    report.estimates = try flag(call, "estimate")
    if let phases = call["phases"] {
      guard let phases = phases.array, phases.count <= Job.phaseLimit else {
        throw .invalidParameter("phases", "not a list of at most \(Job.phaseLimit)")
      }
      for phase in phases {
        let weight = phase["weight"].map { $0.number } ?? 1
        guard let name = phase["name"], let weight, (0.001...1e6).contains(weight) else {
          throw .invalidParameter("phases", "each has a name, and a weight from 0.001 to 1000000")
        }
        report.phases.append(Phase(try line(name, "phases"), weight: weight))
      }
    }
    if call["part"] != nil || call["parts"] != nil {
      let number = call["part"]?.number.flatMap { Int(exactly: $0) },
        count = call["parts"]?.number.flatMap { Int(exactly: $0) }
      guard let number, let count, Work.Part.isValid(number, of: count) else {
        throw .invalidParameter("part", "not 1 to parts, of at most 99")
      }
      report.part = (number, count)
    }
    return report
  }

  private mutating func learn(from work: Work?) {
    for phase in work?.taken ?? [] { experience.learn(phase.seconds, of: phase.name) }
  }

  /// Something was reached on the way that every run of the machine takes.
  private mutating func pass(_ milestone: Bytes, at now: Time) {
    let time = (now - modeBegan).seconds
    course.pass(milestone, at: time)
    _ = forecast?.pass(milestone, at: time)
  }

  /// Shows where this run of the machine is, by what the last ones took; nothing where there were none.
  private mutating func begin() {
    guard forecast == nil, let known = experience.course(of: mode) else { return }
    forecast = Forecast(known)
    for milestone in course.milestones { _ = forecast?.pass(milestone.name, at: milestone.time) }
  }

  /// Takes what earlier runs took; `estimates` shows where this one is.
  mutating func take(_ experience: Experience, estimating estimates: Bool, at nanoseconds: Int64) {
    self.experience = experience
    if let part = experience.part, stack[0].work == nil {
      stack[0].work = Work(mode: mode, part: part, at: Time(nanoseconds: nanoseconds))
    }
    self.experience.part = nil
    if estimates { begin() }
    generation += 1
    surface(at: Time(nanoseconds: nanoseconds))
  }

  /// The end of what this mode is for: how long it took is known now.
  mutating func endCourse(at now: Time) {
    if course.length > 0 || forecast == nil && course.milestones.isEmpty && mode != "boot" { return }
    course.length = (now - modeBegan).seconds
    if (0.5...86400).contains(course.length) { experience.learn(course) }
  }

  /// What the next run of the machine may know.
  mutating func leaveExperience() -> Experience {
    for showing in stack { learn(from: showing.work) }
    var left = experience
    if let part = stack[0].work?.part {
      let isDone = stack[0].work?.isDone ?? false
      left.part =
        !isDone ? part : part.number < part.count ? Work.Part(number: part.number + 1, count: part.count) : nil
    }
    return left
  }

  private func fades(_ call: Call) throws(Reply) -> Bool {
    switch call["transition"]?.string {
    case "none": return false
    case "fade": return true
    case nil where call["transition"] == nil: return true
    default: throw .invalidParameter("transition", "not one of fade, none")
    }
  }

  private func allow(_ names: [Bytes], in call: Call) throws(Reply) {
    for member in call.parameters where !names.contains(member.name) {
      throw .invalidParameter(member.name, "unknown")
    }
  }

  private func flag(_ call: Call, _ name: Bytes) throws(Reply) -> Bool {
    guard let value = call[name] else { return false }
    guard let flag = value.bool else { throw .invalidParameter(name, "neither true nor false") }
    return flag
  }

  private func line(_ value: JSON?, _ name: Bytes) throws(Reply) -> Bytes {
    guard let text = value?.string else { throw .invalidParameter(name, "missing, or not text") }
    do { return try Catalog.clean(text) } catch { throw .invalidParameter(name, error.reason) }
  }

  private func text(_ value: JSON?, _ name: Bytes) throws(Reply) -> Bytes? {
    try value.map { value throws(Reply) in try line(value, name) }
  }
}

extension Report {
  /// Whether it says anything of the work itself.
  fileprivate var isAbout: Bool { fraction != nil || phase != nil || !phases.isEmpty || part != nil || !task.isEmpty }
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
