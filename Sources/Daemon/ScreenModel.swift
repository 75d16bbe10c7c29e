import Loaders
import Support
import Display
import Varlink
import Raster
import Scene
import Progress

/// What is on the screen, and how calls change it. Pure: times come in, nothing is drawn or sent here.
struct ScreenModel {
  enum Effect: Equatable {
    case none, redraw, yield, resume, quit(retains: Bool)
    /// The reply comes later.
    case screenshot(output: Bytes?), monitor, wait, reload
  }

  var screen = Screen(background: .color(.black), scheme: .dark)
  var complaints: [ParameterError] = []
  var mode: Bytes = "boot"
  /// Whether the display is a circle.
  var isRound: Bool {
    get { screen.isRound }
    set { screen.isRound = newValue }
  }
  /// How the product looks in the current mode.
  var theme: Theme?
  /// How it looks in a mode, from memory: nothing is read or decoded.
  var themes: (Bytes) -> Theme? = { _ in nil }
  /// What `SetMode` said instead of the mode's own lines.
  var callTitle: Bytes?, callSubtitle: Bytes?
  /// Whether what stays was hidden, and the mode's title with it.
  var isHidden = false
  /// The colour around what was shown before: ours too, where neither theme nor caller wants another.
  var bootBackground: Color?
  /// What is told of a failure, and how.
  var failurePolicy = FailurePolicy()
  /// Seconds without a sign of life after which the screen says so; nil never does.
  var stallsAfter: Double?
  /// Whether the time that is left is told even where nobody asks for it.
  var showsTimeLeft = false

  var bootEstimator = BootEstimator("boot", since: .zero)
  var log = Log()

  /// The one that stays first, then those of clients, the newest last.
  var stack = [StackEntry(id: 0, owner: nil)]
  /// Cover everything: a failure until something new is shown, the console until the user has seen enough of it.
  var overlays: [StackEntry] = []
  var serial = 0
  var lastID = 0
  /// The serial of what is on the screen.
  private var shownSerial = 0
  /// Counts what changed.
  var generation = 0

  /// Reads the files that parameters name.
  var files: Files

  init(_ files: Files) { self.files = files }

  /// Starts in a mode: one that lasts since the machine was switched on, or began only now. A successor gives out higher
  /// numbers than its predecessor did: programs of that time may still name theirs.
  mutating func begin(in mode: Bytes, at nanoseconds: Int64, following isSuccessor: Bool = false) {
    if isSuccessor { lastID = Int(nanoseconds / 1_000_000) }
    self.mode = mode
    bootEstimator = BootEstimator(mode, since: mode == "boot" ? .zero : Time(nanoseconds: nanoseconds))
  }

  /// Whether what a call changes outlives its connection, which has nothing of its own on the screen then.
  func isPersistent(_ call: Call, from client: Int) -> Bool {
    switch Method.of(call)?.scope {
    case .screen?: return true
    case .nothing?, nil: return false
    case .entry?:
      return call["lease"] != .bool(true)
        && (call["show"].map { $0.number == 0 } ?? !stack.contains { $0.owner == client })
    }
  }

  /// Whether a call that lasts shows something else in the place that stays, or nothing.
  func replacesPersistentEntry(_ call: Call) -> Bool { Method.of(call)?.replacesPersistentEntry ?? false }

  /// Whether answering a call takes files that it names.
  func namesFiles(_ call: Call) -> Bool {
    guard Method.of(call)?.namesFiles == true, let name = call["loader"]?.string else { return false }
    let parameters = Catalog.entry(named: name)?.parameters ?? []
    return parameters.contains { parameter in parameter.kind.namesFiles && call[parameter.member] != nil }
  }

  /// Lets go what is seen no more.
  mutating func removeFinished(at nanoseconds: Int64) { screen.loader.removeFinished(at: Time(nanoseconds: nanoseconds)) }

  /// The same with nothing on the screen, and other files.
  func emptied(_ files: Files) -> ScreenModel {
    var bare = self
    (bare.stack, bare.overlays, bare.files) = ([StackEntry(id: 0, owner: nil)], [], files)
    return bare
  }

  /// What is seen.
  var top: StackEntry { overlays.last ?? stack[stack.count - 1] }
  var failure: StackEntry? { overlays.first { $0.id == StackEntry.failure } }
  /// Whether the user has called for the console.
  var hasConsole: Bool { overlays.last?.id == StackEntry.console }
  /// Pixels a point, if the loader says so.
  var scale: Double? { screen.loader.current?.scale }

  /// Answers a call of the screen's interface, of the connection `client`; one that is refused changes nothing.
  mutating func answer(
    _ call: Call, from client: Int = 0, now nanoseconds: Int64, _ status: StatusSnapshot
  ) -> (reply: Reply, effect: Effect) {
    let now = Time(nanoseconds: nanoseconds)
    do throws(Reply) {
      let (reply, effect) = try perform(call, client, now, status)
      if effect != .none { generation += 1 }
      return (reply, effect)
    } catch {
      return (error, .none)
    }
  }

  private mutating func perform(
    _ call: Call, _ client: Int, _ now: Time, _ status: StatusSnapshot
  ) throws(Reply) -> (reply: Reply, effect: Effect) {
    guard let method = Method.of(call) else { return (VarlinkService.methodNotFound(call.method), .none) }
    return try method.answer(MethodCall(call: call, client: client, now: now, status: status), in: &self)
  }

  /// The reply to `ListLoaders`.
  static var loaderList: Reply { Reply([JSON.Member("loaders", .array(Catalog.all.map { $0.description }))]) }

  /// A connection has ended, and what it had on the screen with it.
  mutating func connectionClosed(_ client: Int, at nanoseconds: Int64) -> Effect {
    guard stack.contains(where: { $0.owner == client }) else { return .none }
    let now = Time(nanoseconds: nanoseconds)
    for index in stack.indices where stack[index].owner == client { bootEstimator.recordDurations(of: &stack[index].work) }
    stack.removeAll { $0.owner == client }
    updateScreen(at: now)
    generation += 1
    return .redraw
  }

  /// Brings what is on top to the screen.
  mutating func updateScreen(at now: Time, fading: Bool = true, fadingIn: Bool? = nil) {
    let top = top
    if top.serial != shownSerial {
      screen.loader.replace(with: top.loader, at: now, fading: fading, fadingIn: fadingIn, began: top.began)
      shownSerial = top.serial
      if let loader = top.loader {
        screen.scheme = loader.scheme
        screen.background = theme?.background ?? top.background ?? .color(loader.scheme.background)
      }
    }
    setTitles()
    if top.status != screen.status.current { screen.status.replace(with: top.status, at: now, fading: fading) }
    let before = screen.progress
    if let fraction = top.work?.fraction {
      let from = before?.value(at: Moment(now)) ?? fraction
      if before?.to != fraction || before?.duration != nil {
        screen.progress = ProgressAnimation(from: from, to: fraction, since: now)
      }
    } else {
      screen.progress = top.id == 0 ? bootEstimator.progress(after: before, at: now) : nil
    }
    updateWaitHint(top.work, at: now)
  }

  /// What the screen says of a long wait by itself.
  private mutating func updateWaitHint(_ work: ProgressModel?, at now: Time) {
    var note = WaitHint()
    note.strings = theme?.words ?? Strings()
    if let part = work?.part { note.part = note.strings.part(part.number, of: part.count) }
    if let work, work.estimates || showsTimeLeft {
      note.secondsLeft = work.secondsLeft(at: now)
      note.since = now
    }
    if let work, !work.isDone, let stallsAfter { note.stallTime = work.lastActivity + Time(seconds: stallsAfter) }
    if note != screen.waitHint { screen.waitHint = note }
  }

  /// What the loader shown last could not use; told once.
  mutating func takeComplaints() -> [ParameterError] {
    defer { complaints = [] }
    return complaints
  }

  /// Sets the lines above the bar: what `SetMode` said, else what the theme says, else those of the mode.
  private mutating func setTitles() {
    let isEmpty = isHidden && top.id == 0 && top.loader == nil
    screen.title = isEmpty ? "" : callTitle ?? theme?.title ?? ModeStrings(mode).title
    screen.subtitle = isEmpty ? "" : callSubtitle ?? theme?.subtitle ?? ModeStrings(mode).subtitle
  }
}
