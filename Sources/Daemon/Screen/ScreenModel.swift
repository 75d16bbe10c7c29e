import DaemonCore
import Display
import Loaders
import Progress
import Raster
import Scene
import ScreenAPI
import Settings
import Support
import Varlink

/// The state of the screen, and how calls change it. Pure: times are parameters, and nothing is drawn or sent here.
///
/// A stack of entries decides what is shown: the persistent entry (id 0) at the bottom, above it the leases, each of
/// which ends with its connection. Overlays cover the stack.
struct ScreenModel {
  /// What the daemon has to do after a call.
  enum Effect: Equatable {
    case none, redraw, yield, resume, quit(QuitKind)
    /// Lend the display to the text console; with `lease` as long as the connection exists.
    case lend(lease: Bool)
    /// The daemon makes the reply; nothing has changed.
    case reply(DaemonReply)
  }

  /// A reply that the daemon makes, not the model.
  enum DaemonReply: Equatable {
    case screenshot(output: Bytes?), monitor, wait, reload, timeline
  }

  var screen = Screen(background: .color(.black), scheme: .dark) { didSet { screenVersion &+= 1 } }
  /// Counts the changes of the screen, for `StillPartsCache`.
  private var screenVersion = 0
  /// Parameters that the newest loader cannot use, until they are logged.
  var problems: [ParameterError] = []
  var mode = ScreenMode.boot
  /// Whether the display is a circle.
  var isRound: Bool {
    get { screen.isRound }
    set { screen.isRound = newValue }
  }
  /// The theme in the current mode; nil is the built-in look.
  var theme: Theme?
  /// The theme in a mode, from memory: nothing is read or decoded.
  var themes: (ScreenMode) -> Theme? = { _ in nil }
  /// The lines of `SetMode`, which replace those of the theme and of the mode.
  var callTitle: Bytes?, callSubtitle: Bytes?
  /// Whether `Hide` has emptied the persistent entry, which hides the mode's title too.
  var isHidden = false
  /// The background colour that the boot loader left. It is used if neither the theme nor a call sets another.
  var bootBackground: Color?
  /// What is shown for a failure.
  var failurePolicy = FailurePolicy()
  /// Seconds without activity after which the screen says that the work still goes on; nil is never.
  var stallsAfter: Double?
  /// Whether the time left is shown even if a call does not ask for it.
  var showsTimeLeft = false

  var bootEstimator = BootEstimator(.boot, since: .zero)
  /// That of the boot, while another mode interrupts it.
  var suspendedBoot: BootEstimator?
  var logLines = LogLines()

  /// The persistent entry, then the leases, the newest last.
  var stack = [StackEntry(.persistent)]
  /// What covers the stack, the topmost last: a failure until another loader is shown or the mode changes, the log
  /// screen until the user hides it.
  var overlays: [StackEntry] = []
  /// Number of the newest loader.
  var loaderNumber = 0
  /// The newest id of an entry.
  var lastID = 0
  /// Whether the machine goes down, and the part of the next boot, as of the last call.
  var lastSeen: (goesDown: Bool, part: ProgressModel.Part?) = (false, nil)
  /// Who has decided on that part.
  var partDecision = PartDecision.earlierBoot
  /// Whether `lastSeen` has changed, so that the durations must be written now: the machine may be reset in the middle
  /// of an update. The daemon sets it to false when it has written them.
  var hasUrgentHistory = false
  /// Number of the loader on the screen.
  private var shownLoaderNumber = 0
  /// When the newest message ends by itself; nil if it does not.
  var messageEnd: Time?
  /// Counts changes, for `Monitor`.
  var generation = 0

  /// Whether a frame was drawn since the start. Before, nothing is on the screen that could fade out.
  var hasBeenShown = true

  /// Reads the files that parameters name.
  var files: Files

  init(_ files: Files) { self.files = files }

  /// Starts in a mode. `boot` began when the machine was booted, any other mode begins at `nanoseconds`. After an
  /// earlier loaderd, ids of entries begin above those that it has given out, which clients may still use. What is set
  /// before the first frame does not fade in.
  mutating func begin(in mode: ScreenMode, at nanoseconds: Int64, following isSuccessor: Bool = false) {
    if isSuccessor { lastID = Int(truncatingIfNeeded: nanoseconds / 1_000_000) & 0x3FFF_FFFF }
    self.mode = mode
    hasBeenShown = false
    bootEstimator = BootEstimator(mode, since: mode == .boot ? .zero : Time(nanoseconds: nanoseconds))
  }

  /// Whether what a call changes outlives its connection. `stack` is that before the call.
  static func isPersistent(_ call: Call, from client: Int, in stack: [StackEntry]) -> Bool {
    switch MethodTable.method(of: call)?.scope {
    case .screen?: return true
    case .nothing?, nil: return false
    case .entry?:
      return call["lease"] != .bool(true)
        && (call["show"].map { $0.number == 0 } ?? !stack.contains { $0.owner == client })
    }
  }

  /// Whether a persistent call replaces the loader of the persistent entry or removes it.
  static func replacesPersistentEntry(_ call: Call) -> Bool {
    MethodTable.method(of: call)?.replacesPersistentEntry ?? false
  }

  /// Whether a call of a method that takes a loader's parameters names files, which must be read before it is answered.
  static func namesFiles(_ call: Call) -> Bool {
    guard let name = call["loader"]?.string else { return false }
    let given = call.parameters.filter { $0.value != .null }.map { $0.name }.filter { !MethodTable.isOwnMember($0) }
    if given.isEmpty { return false }
    let parameters = Catalog.entry(named: name)?.parameters ?? []
    return parameters.contains { parameter in parameter.kind.namesFiles && given.contains(parameter.member) }
  }

  /// Frees loaders and pictures that have faded out, and notes that a message has ended.
  mutating func removeFinished(at nanoseconds: Int64) {
    let time = Time(nanoseconds: nanoseconds)
    if let end = messageEnd, end <= time {
      messageEnd = nil
      generation += 1
    }
    if let finishTime = screen.finishTime, finishTime <= time { screen.removeFinished(at: time) }
  }

  /// A copy with nothing on the screen, and with other files.
  func emptied(_ files: Files) -> ScreenModel {
    var copy = self
    copy.stack = [StackEntry(.persistent)]
    copy.overlays = []
    copy.files = files
    return copy
  }

  /// The entry that is visible.
  var top: StackEntry { overlays.isEmpty ? stack[stack.count - 1] : overlays[overlays.count - 1] }
  /// Whether the user has opened the log screen.
  var hasLogScreen: Bool { overlays.last?.isLogScreen ?? false }

  /// Answers a call of io.loaderd.Screen from the connection `client`; 0 is a call of our own. A call that is refused
  /// changes nothing.
  mutating func answer(
    _ call: Call, from client: Int = Client.ownCalls, now nanoseconds: Int64, _ status: StatusSnapshot
  ) -> (reply: Reply, effect: Effect) {
    let now = Time(nanoseconds: nanoseconds)
    do throws(Reply) {
      let (reply, effect) = try perform(call, client, now, status)
      switch effect {
      case .none, .reply: break
      default:
        generation += 1
        if nextPart != lastSeen.part { partDecision = .here }
        if mode.goesDown != lastSeen.goesDown || nextPart != lastSeen.part {
          lastSeen = (mode.goesDown, nextPart)
          hasUrgentHistory = true
        }
      }
      return (reply, effect)
    } catch {
      return (error, .none)
    }
  }

  private mutating func perform(
    _ call: Call, _ client: Int, _ now: Time, _ status: StatusSnapshot
  ) throws(Reply) -> (reply: Reply, effect: Effect) {
    guard let method = MethodTable.method(of: call) else { return (VarlinkService.methodNotFound(call.method), .none) }
    return try method.answer(MethodCall(call: call, client: client, now: now, status: status), in: &self)
  }

  /// The reply to `ListLoaders`. It is kept, because it is long, and a client may ask for it again and again.
  static let loaderList = Reply(
    [JSON.Member("loaders", .array(Catalog.all.map { $0.description }))]
  ).prepared

  /// Removes the entries of a connection that has ended.
  mutating func connectionClosed(_ client: Int, at nanoseconds: Int64) -> Effect {
    guard stack.contains(where: { $0.owner == client }) else { return .none }
    let now = Time(nanoseconds: nanoseconds)
    for index in stack.indices where stack[index].owner == client {
      bootEstimator.recordDurations(of: &stack[index].progress)
    }
    stack.removeAll { $0.owner == client }
    updateScreen(at: now)
    generation += 1
    return .redraw
  }

  /// Updates the screen to show the topmost entry.
  mutating func updateScreen(at now: Time, fading: Bool = true) {
    let top = top, fading = fading && hasBeenShown
    if top.loaderNumber != shownLoaderNumber {
      screen.setLoader(top.loader, at: now, fading: fading, began: top.began)
      shownLoaderNumber = top.loaderNumber
      if let ground {
        screen.changeLook(at: now, fading: fading) { ($0.scheme, $0.background) = ground }
      }
    }
    setTitles(at: now, fading: fading)
    screen.status.update(with: top.status, at: now, fading: fading)
    let before = screen.progress
    var progress = before
    if let fraction = top.progress?.fraction {
      let from = before?.value(at: Moment(now)) ?? top.loader?.progress ?? fraction
      if before?.to != fraction || before?.duration != nil {
        progress = ProgressAnimation(from: from, to: fraction, since: now)
      }
    } else {
      progress = top.isPersistent ? bootEstimator.progress(after: before, at: now) : nil
    }
    screen.setProgress(progress, at: now, fading: fading)
    screen.setWaitHint(waitHint(of: top.progress, at: now), at: now, fading: fading)
  }

  /// The texts of the theme, or the standard ones.
  var strings: Strings { theme?.strings ?? Strings() }

  /// The line about the part, the time left and a stall.
  private func waitHint(of progress: ProgressModel?, at now: Time) -> WaitHint {
    var hint = WaitHint()
    hint.strings = strings
    if let part = progress?.part { hint.part = strings.part(part.number, of: part.count) }
    if let progress, progress.showsTimeLeft || showsTimeLeft {
      hint.secondsLeft = progress.secondsLeft(at: now)
      hint.since = now
    }
    if let progress, !progress.isDone, let stallsAfter {
      hint.stallTime = progress.lastActivity + Time(seconds: stallsAfter)
    }
    return hint
  }

  /// The frame that is visible at `target`, in nanoseconds of CLOCK_MONOTONIC; `width` and `height` in pixels. A
  /// loader's time is in whole milliseconds, so that `loaderctl render` can draw the same frame. `cache` is for this
  /// model only, not for its copies. Mutating only because the caller would copy the whole model for it otherwise.
  mutating func frame(
    at target: Int64, width: Int32, height: Int32, _ context: Context, _ cache: StillPartsCache? = nil
  ) -> Frame {
    cache?.select(version: screenVersion)
    return ScreenModel.frame(
      of: screen, at: Moment(Time(nanoseconds: target)), width: width, height: height, context, cache)
  }

  /// The frame of a screen. It is static because each use of `screen`, which has an observer, copies it.
  private static func frame(
    of screen: Screen, at moment: Moment, width: Int32, height: Int32, _ context: Context, _ cache: StillPartsCache?
  ) -> Frame {
    let drawOps = screen.drawOps(at: moment, width: width, height: height, context, cache)
    let time = screen.loader.since.map { Screen.age(of: $0, at: moment.time) } ?? .zero
    let opacity = screen.opacity(at: moment)
    return Frame(
      drawOps, over: screen.background.color, time: time, next: moment.change.nanoseconds, opacity: opacity,
      scale: context.scale)
  }

  /// Returns and clears the parameters that the newest loader cannot use.
  mutating func takeProblems() -> [ParameterError] {
    defer { problems = [] }
    return problems
  }

  /// Sets title and subtitle: those of `SetMode`, else of the theme, else of the mode.
  private mutating func setTitles(at now: Time, fading: Bool) {
    let isEmpty = isHidden && top.isPersistent && top.loader == nil
    let title = callTitle ?? theme?.title ?? ModeStrings(mode).title
    let subtitle = callSubtitle ?? theme?.subtitle ?? ModeStrings(mode).subtitle
    screen.titles.update(with: isEmpty ? nil : title, at: now, fading: fading)
    screen.subtitles.update(with: isEmpty ? nil : subtitle, at: now, fading: fading)
  }
}

extension Moment.Change {
  /// The time as `Frame.next` has it.
  fileprivate var nanoseconds: Int64? {
    switch self {
    case .always: 0
    case .at(let time): time.nanoseconds
    case .never: nil
    }
  }
}
