public import Raster
public import Support
public import System

/// An open DRM device that goes from one loaderd to the next, in a hand-over or through the service manager's file
/// descriptor store, with the ids of the framebuffers on it.
public typealias TransferableDevice = (path: Bytes, descriptor: FileDescriptor, framebuffers: [UInt32])

/// All displays of this machine: carries out the effects of the display session on the backends and on the terminal.
///
/// Its release gives the terminal back to the text console. So do not keep it in a global variable: Swift releases none
/// at the end of a process.
public final class Displays {
  /// The state machine of who owns the display.
  public private(set) var session = DisplaySession()

  private let backends: DisplayBackends
  private let drmBackend: DRMBackend?
  private let terminal: VirtualTerminal
  private let log: (Bytes) -> Void
  /// Whether the virtual terminal was set up since a device needs one.
  private var hasSetUpTerminal = false
  /// When to check whether the awaited terminal is shown, while another process receives its signals.
  private var nextTerminalPoll: Int64?
  /// Whether the session has opened or closed devices, so that `dispatch` has to find the outputs again.
  private var isStale = false
  /// When to check whether another program's picture has replaced the retained ones; nil before `retain`.
  private var nextReplacementCheck: Int64?
  /// Whether another program's picture has replaced the retained ones, so that the process can exit.
  public private(set) var areRetainedPicturesReplaced = false
  /// Frames a second to which all outputs are reduced; nil for their full rates.
  private var reducedRate: Double?

  /// Nanoseconds between checks of a terminal.
  private static var pollInterval: Int64 { 1_000_000_000 }
  /// Nanoseconds between checks of retained pictures.
  private static var replacementInterval: Int64 { 50_000_000 }

  /// Opens the backends of `selection`. `inherited` are devices of a predecessor, and `inheritedTerminal` is the number
  /// of its virtual terminal; `stopPredecessor` makes it stop drawing on them, and is nil if it has stopped. `log` is
  /// called with the backends that were passed over, and why. Throws when the selected output is unknown or cannot be
  /// made (headless only; the other backends wait for a device).
  public convenience init(
    _ selection: OutputSelection, _ outputConfiguration: OutputConfiguration, _ loop: EventLoop,
    inherited: [TransferableDevice] = [], inheritedTerminal: Int32? = nil, stopPredecessor: (() -> Void)? = nil,
    log: @escaping (Bytes) -> Void
  ) throws(OutputError) {
    let wayland: [any Backend] =
      selection.allows("wayland") ? [WaylandBackend(outputConfiguration, loop, log: log)] : []
    try self.init(
      selection, outputConfiguration, loop, inherited, inheritedTerminal, stopPredecessor: stopPredecessor,
      compositors: wayland, log: log)
  }

  /// The displays of this machine without compositors: a program that uses only these needs no code for them.
  public convenience init(
    withoutCompositors selection: OutputSelection, _ outputConfiguration: OutputConfiguration, _ loop: EventLoop,
    log: @escaping (Bytes) -> Void
  ) throws(OutputError) {
    try self.init(selection, outputConfiguration, loop, [], nil, stopPredecessor: nil, compositors: [], log: log)
  }

  private convenience init(
    _ selection: OutputSelection, _ outputConfiguration: OutputConfiguration, _ loop: EventLoop,
    _ inherited: [TransferableDevice], _ inheritedTerminal: Int32?, stopPredecessor: (() -> Void)?,
    compositors: [any Backend], log: @escaping (Bytes) -> Void
  ) throws(OutputError) {
    var backends: [any Backend] = []
    var drmBackend: DRMBackend?
    if selection.allows("drm") {
      let backend = DRMBackend(
        selection.device, outputConfiguration, loop, inherited: inherited, stopPredecessor: stopPredecessor, log: log)
      drmBackend = backend
      backends.append(backend)
    }
    backends += compositors
    if selection.allows("fbdev") {
      backends.append(
        FbdevBackend(selection.device, outputConfiguration, loop, skipsEmulation: drmBackend != nil, log: log))
    }
    if selection.kind == "headless" { backends.append(try HeadlessBackend(selection)) }
    if backends.isEmpty {
      throw OutputError("there is no output '\(selection.kind)'")
    }
    self.init(backends, drmBackend, terminal: VirtualTerminal(), inheritedTerminal, log: log)
  }

  /// `backends` are in the order in which they are tried.
  init(
    _ backends: [any Backend], _ drmBackend: DRMBackend? = nil, terminal: VirtualTerminal,
    _ inheritedTerminal: Int32? = nil, log: @escaping (Bytes) -> Void
  ) {
    self.backends = DisplayBackends(backends, log: log)
    self.drmBackend = drmBackend
    self.terminal = terminal
    self.log = log
    let now = Clock.nanoseconds
    if let inheritedTerminal, terminal.adopt(inheritedTerminal) {
      hasSetUpTerminal = true
      session = DisplaySession(terminalIsActive: false)
      self.backends.deactivate(now: now)
    }
    selectBackend(now)
  }

  /// Restores text mode, unless our retained picture or another program's picture is on the terminal that is shown.
  deinit {
    let isCovered = session.state == .retained || session.state != .active && backends.isOwnedByOther
    if !isCovered || !terminal.isActive { showConsole() }
  }

  /// Outputs of the backend in use, the primary one first; a device that another program owns keeps its outputs.
  public var outputs: [any Output] { backends.outputs }

  /// When `dispatch` must be called again (`CLOCK_MONOTONIC`, nanoseconds); nil if only an event can change anything.
  public var deadline: Int64? {
    var earliest = EarliestDeadline()
    earliest.add(backends.deadline)
    if isStale { earliest.add(0) }
    earliest.add(nextTerminalPoll)
    earliest.add(nextReplacementCheck)
    return earliest.time
  }

  /// Handles timeouts that are due at `now` (`CLOCK_MONOTONIC`, nanoseconds) and selects a backend. Returns whether
  /// outputs appeared, disappeared or can be drawn on again.
  public func dispatch(now: Int64) -> Bool {
    let before = outputs
    if let time = nextTerminalPoll, time <= now { pollTerminal(now) }
    if let time = nextReplacementCheck, time <= now {
      nextReplacementCheck = now + Displays.replacementInterval
      areRetainedPicturesReplaced = !isScannedOut
    }
    // A terminal that belongs to another program sends us no signals.
    let mayTakeDevices = session.mayDraw && (session.state == .active || mayUseTerminal)
    let isChanged = backends.dispatch(now: now, mayTakeDevices: mayTakeDevices)
    selectBackend(now)
    isStale = false
    let after = outputs
    return isChanged || before.count != after.count || before.indices.contains { before[$0] !== after[$0] }
  }

  /// Whether the terminal that is shown may get our pictures. A terminal of another program that has closed its devices
  /// is not waited for: a display manager shows another one when it ends.
  private var mayUseTerminal: Bool { terminal.isActive || !terminal.isTaken && isOrphaned }

  private var isOrphaned: Bool { drmBackend?.isOrphaned ?? false }

  private func selectBackend(_ now: Int64) {
    backends.select(now: now, session)
    for output in outputs { output.frameClock.reduceRate(to: reducedRate) }
    perform(session.handle(.owns(allDevices: backends.ownsDevices)), now)
    // Before the first frame, so that the kernel's console writes nothing over it.
    if !hasSetUpTerminal, session.mayDraw, backends.needsTerminal { setUpTerminal() }
  }

  private func perform(_ effects: [DisplaySession.Effect], _ now: Int64) {
    if !effects.isEmpty { isStale = true }
    for effect in effects {
      switch effect {
      case .deactivate:
        backends.deactivate(now: now)
        if session.isReleased { backends.closeNested() }
      case .activate:
        backends.activate(now: now)
        perform(session.handle(.owns(allDevices: backends.ownsDevices)), now)
      case .takeTerminal:
        if backends.needsTerminal { setUpTerminal() } else { hasSetUpTerminal = false }
      case .showConsole: showConsole()
      case .releaseTerminal: terminal.release()
      case .acknowledgeTerminal: terminal.acknowledge()
      case .keepPictures: backends.keepPictures()
      }
    }
  }

  private func showConsole() {
    if terminal.isOurs, terminal.isActive { drmBackend?.prepareConsole() }
    terminal.restore()
  }

  /// Takes the active terminal, or only remembers its number while another program owns the display.
  private func setUpTerminal() {
    hasSetUpTerminal = true
    if session.state == .active { terminal.take() } else { terminal.remember() }
  }

  /// Releases the display (`Yield`): nothing is drawn, also on new devices, and another program may take it. The
  /// pictures stay.
  public func yield() { perform(session.handle(.yield), Clock.nanoseconds) }

  /// Lends the display to the kernel's text console (`Yield` with `text`), until `resume`. Throws EBUSY while another
  /// program or a compositor owns the display. Does nothing if the display is lent already.
  public func lend() throws(OutputError) {
    if !session.isLent, !backends.isNested { perform(session.handle(.lend), Clock.nanoseconds) }
    if session.isLent { return }
    throw OutputError("another program owns the display", SystemError("KDSETMODE", Errno.resourceBusy))
  }

  /// Takes the display back (`Resume`). While our terminal is not shown, this succeeds too, and drawing starts once it
  /// is shown. Throws EBUSY while another program owns the display: a released session stays released then, and any
  /// other becomes preempted.
  public func resume() throws(OutputError) {
    let now = Clock.nanoseconds
    perform(session.handle(.owns(allDevices: backends.ownsDevices)), now)
    perform(session.handle(.resume(terminalIsActive: mayUseTerminal, isOrphaned: isOrphaned)), now)
    switch session.state {
    case .active: return
    case .vtInactive: if !terminal.isOurs { nextTerminalPoll = now + Displays.pollInterval }
    case .preempted where !terminal.isActive && !backends.isOwnedByOther: break
    case .preempted, .released, .lent, .retained:
      throw OutputError(
        "another program owns the display; end it, or let it yield", SystemError("drmSetMaster", Errno.resourceBusy))
    }
    if let number = terminal.number {
      log("nothing is drawn until virtual terminal \(Int(number)) is active again: chvt \(Int(number))")
    }
  }

  /// SIGUSR1: another terminal is to be shown. The kernel waits for this before it switches.
  public func releaseTerminal() {
    if !terminal.isTaken { return }
    let now = Clock.nanoseconds
    perform(session.handle(.vtRelease), now)
    // The kernel has switched by now. If our terminal is still shown (the signal came from elsewhere), no SIGUSR2 will
    // follow.
    if terminal.isActive, session.state == .vtInactive {
      perform(session.handle(.vtAcquire(terminalIsActive: true)), now)
    }
  }

  /// SIGUSR2: our terminal is shown again.
  public func acquireTerminal() {
    if !terminal.isTaken { return }
    perform(session.handle(.vtAcquire(terminalIsActive: terminal.isActive)), Clock.nanoseconds)
  }

  private func pollTerminal(_ now: Int64) {
    nextTerminalPoll = session.state == .vtInactive ? now + Displays.pollInterval : nil
    if nextTerminalPoll == nil || !terminal.isActive { return }
    nextTerminalPoll = nil
    perform(session.handle(.vtAcquire(terminalIsActive: true)), now)
  }

  /// Whether there is a virtual terminal under the pictures, and it is shown.
  public var isOnTerminal: Bool { terminal.number != nil && terminal.isActive }

  /// Whether the text console is shown while the display is lent: there is a virtual terminal, or no device yet.
  public var hasTextConsole: Bool { terminal.number != nil || !backends.needsTerminal }
  /// The number of the virtual terminal under the pictures; nil if there is none.
  public var terminalNumber: Int32? { terminal.number }
  /// The number of the virtual terminal that a successor takes over; nil if none is ours.
  public var inheritableTerminal: Int32? { terminal.isOurs ? terminal.number : nil }
  /// Whether the outputs are surfaces of a compositor.
  public var isNested: Bool { backends.isNested }
  /// Whether a window of another client of the compositor is shown, with this app id unless it is empty. The first call
  /// starts to watch the windows.
  public func hasWindow(of applicationID: Bytes) -> Bool { backends.hasWindow(of: applicationID) }

  /// Leaves the pictures on the screen for another program to replace (`quit --retain`); nothing is drawn any more.
  public func retain() {
    perform(session.handle(.retain), Clock.nanoseconds)
    nextReplacementCheck = Clock.nanoseconds
  }

  /// Releases the device locks for a successor that shares our open devices.
  public func unlock() { backends.setLocked(false) }

  /// Takes back what a successor may have taken before it failed: the device locks, and the signals of the terminal.
  public func reclaim() {
    backends.setLocked(true)
    terminal.claimSignals()
  }

  /// Makes the kernel send the signals of the terminal to this process, after a fork.
  public func claimTerminalSignals() { terminal.claimSignals() }

  /// Makes the predecessor stop drawing on the devices that it shares with us, also on those where no picture of ours
  /// was shown.
  public func endSharing() { drmBackend?.endSharing() }

  /// Reads the events of frames that are on the screen, outside the event loop.
  public func readEvents() { drmBackend?.readEvents() }

  /// Waits until the newest frames are on the screen, at most 100 ms.
  public func awaitFrames() {
    let end = Clock.nanoseconds + 100_000_000
    while outputs.contains(where: { $0.frameClock.isWaiting }), Clock.nanoseconds < end {
      Clock.sleep(milliseconds: 1)
      readEvents()
    }
  }

  /// Leaves devices, pictures and terminal to a successor that draws now.
  public func leaveToSuccessor() {
    retain()
    terminal.abandon()
  }

  /// Whether an output may appear soon: a probe has not ended, or a compositor has not replied yet.
  public var isPending: Bool { backends.isPending }
  /// Whether a picture of ours is on a display.
  public var hasPictures: Bool { backends.hasPictures }
  /// Whether a display shows a picture of ours from a device that is open.
  public var isScannedOut: Bool { drmBackend?.isScannedOut ?? false }
  /// Whether another program's picture has taken the place of ours. The text console of another virtual terminal is
  /// none.
  public var isReplacedByProgram: Bool {
    !ownsDisplay && !isScannedOut && !(session.state == .vtInactive && VirtualTerminal.isTextShown)
  }
  /// Whether the displays and their input are ours: the session is active, no other program has a device, and the
  /// outputs are not surfaces of a compositor.
  public var ownsDisplay: Bool { session.state == .active && backends.ownsDevices && !backends.isNested }

  /// The colour around the picture that the boot loader left; nil where it is not known.
  public var bootBackground: Color? { drmBackend?.bootBackground }
  /// The open DRM devices with our framebuffer ids, for the file descriptor store.
  public var transferableDevices: [TransferableDevice] { drmBackend?.transferableDevices ?? [] }

  /// Reduces all outputs to at least `rate` frames a second (`FrameClock.reduceRate`); nil restores their full rates.
  public func reduceRate(to rate: Double?) {
    reducedRate = rate
    for output in outputs { output.frameClock.reduceRate(to: rate) }
  }
}
