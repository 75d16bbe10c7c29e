public import System
public import Support
public import Raster

/// A card that a predecessor had open, with its framebuffers.
public typealias InheritedDevice = (path: Bytes, descriptor: FileDescriptor, framebuffers: [UInt32])

/// All displays of this machine: carries out what the display session decides, on the back ends and on the terminal.
public final class Displays {
  /// Who owns the display.
  public private(set) var session = DisplaySession()

  private let backends: DisplayBackends
  private let cards: DRMBackend?
  private let terminal: VirtualTerminal
  private let say: (Bytes) -> Void
  /// Whether the terminal was looked for since there is a device that needs it.
  private var hasSoughtTerminal = false
  /// When a terminal is looked at that is awaited, and of which another program hears the signals.
  private var nextLook: Int64?
  private var refreshesPerFrame: Int64 = 1

  /// Nanoseconds between such looks.
  private static var interval: Int64 { 1_000_000_000 }

  /// `say` hears what was passed over, and why. Throws when an output was asked for that cannot be had.
  public convenience init(
    _ selection: Selection, _ outputConfiguration: OutputConfiguration, _ loop: EventLoop,
    inherited: [InheritedDevice] = [],
    say: @escaping (Bytes) -> Void
  ) throws(OutputError) {
    var backends: [any Backend] = []
    var cards: DRMBackend?
    if selection.takes("drm") {
      let all = DRMBackend(selection.device, outputConfiguration, loop, inherited: inherited, say: say)
      cards = all
      backends.append(all)
    }
    if selection.takes("wayland") { backends.append(WaylandBackend(outputConfiguration, loop, say: say)) }
    if selection.takes("fbdev") { backends.append(FbdevBackend(selection.device, outputConfiguration, loop, say: say)) }
    if selection.kind == "headless" { backends.append(try HeadlessBackend(selection)) }
    self.init(backends, cards, terminal: VirtualTerminal(), say: say)
  }

  /// `backends` are in the order in which they are tried.
  init(
    _ backends: [any Backend], _ cards: DRMBackend? = nil, terminal: VirtualTerminal, say: @escaping (Bytes) -> Void
  ) {
    self.backends = DisplayBackends(backends, say: say)
    self.cards = cards
    self.terminal = terminal
    self.say = say
    choose(Clock.nanoseconds)
  }

  /// However it ends, the terminal is text again, unless our pictures stay on it, or another program's picture is there.
  deinit {
    let isCovered = session.state == .retained || session.state != .active && backends.isTaken
    if !isCovered || !terminal.isActive { terminal.restore() }
  }

  /// The outputs that can be drawn on or may be in a moment, the primary one first.
  public var outputs: [any Output] { backends.outputs }

  /// When `turn` is to be called again.
  public var wakeUp: Int64? { [backends.wakeUp, nextLook].compactMap { $0 }.min() }

  /// Does what is due. Returns whether outputs came, went, or can be drawn on again.
  public func dispatch(now: Int64) -> Bool {
    let before = outputs.map { ObjectIdentifier($0) }
    if let time = nextLook, time <= now { awaitTerminal(now) }
    // A terminal that is another program's sends us no signals.
    let isActive = session.mayDraw && (session.state == .active || terminal.isActive)
    let isChanged = backends.dispatch(now: now, isActive: isActive)
    choose(now)
    return isChanged || before != outputs.map { ObjectIdentifier($0) }
  }

  private func choose(_ now: Int64) {
    backends.choose(now: now, session)
    for output in outputs { output.setFrameDivisor(refreshesPerFrame: refreshesPerFrame) }
    perform(session.handle(.owns(allDevices: backends.ownsDevices)), now)
    // Before anything is drawn: then the console is quiet.
    if !hasSoughtTerminal, session.mayDraw, backends.needsTerminal { seekTerminal() }
  }

  private func perform(_ effects: [DisplaySession.Effect], _ now: Int64) {
    for effect in effects {
      switch effect {
      case .deactivate:
        backends.deactivate(now: now)
        if session.isReleased { backends.closeNested() }
      case .activate:
        backends.activate(now: now)
        perform(session.handle(.owns(allDevices: backends.ownsDevices)), now)
      case .takeTerminal:
        if backends.needsTerminal { seekTerminal() } else { hasSoughtTerminal = false }
      case .releaseTerminal: terminal.release()
      case .acknowledgeTerminal: terminal.acknowledge()
      case .keepPictures: backends.keepPictures()
      }
    }
  }

  /// The terminal under another program's picture is that program's; which it is matters all the same.
  private func seekTerminal() {
    hasSoughtTerminal = true
    if session.state == .active { terminal.take() } else { terminal.remember() }
  }

  /// Gives every display up for another program, those that come too; the pictures stay.
  public func yield() { perform(session.handle(.yield), Clock.nanoseconds) }

  /// Takes the displays back. While our terminal is not active it succeeds too, and they are drawn on once it is.
  /// Throws while another program has a display; then all stays as it was.
  public func resume() throws(OutputError) {
    let now = Clock.nanoseconds
    perform(session.handle(.owns(allDevices: backends.ownsDevices)), now)
    perform(session.handle(.resume(terminalIsActive: terminal.isActive, wasLeft: backends.wasLeft)), now)
    switch session.state {
    case .active: return
    case .vtInactive: if !terminal.isOurs { nextLook = now + Displays.interval }
    case .preempted where !terminal.isActive && !backends.isTaken: break
    case .preempted, .released, .retained:
      throw OutputError(
        "another program owns the display; end it, or let it yield", SystemError("drmSetMaster", Errno.resourceBusy))
    }
    if let number = terminal.number {
      say("nothing is drawn until virtual terminal \(Int(number)) is active again: chvt \(Int(number))")
    }
  }

  /// SIGUSR1: our terminal is left for another; the switch waits for this.
  public func releaseTerminal() {
    if !terminal.isTaken { return }
    let now = Clock.nanoseconds
    perform(session.handle(.vtRelease), now)
    // The switch is done by now. Where there was none, as for a signal from elsewhere, nothing tells that we are back.
    if terminal.isActive, session.state == .vtInactive {
      perform(session.handle(.vtAcquire(terminalIsActive: true)), now)
    }
  }

  /// SIGUSR2: our terminal is active again.
  public func acquireTerminal() {
    if !terminal.isTaken { return }
    perform(session.handle(.vtAcquire(terminalIsActive: terminal.isActive)), Clock.nanoseconds)
  }

  private func awaitTerminal(_ now: Int64) {
    nextLook = session.state == .vtInactive ? now + Displays.interval : nil
    if nextLook == nil || !terminal.isActive { return }
    nextLook = nil
    perform(session.handle(.vtAcquire(terminalIsActive: true)), now)
  }

  /// Whether there is a terminal under the pictures, and it is the active one.
  public var isOnTerminal: Bool { terminal.number != nil && terminal.isActive }

  /// Leaves the pictures where they are, for another program to replace.
  public func retain() { perform(session.handle(.retain), Clock.nanoseconds) }

  /// Whether there may be an output in a moment.
  public var isPending: Bool { backends.isPending }
  /// Whether something of ours is on a display.
  public var hasPictures: Bool { backends.hasPictures }
  /// Whether none of our pictures is on a screen any more, so that we may go.
  public var isReplaced: Bool { backends.isReplaced }
  /// Whether the displays are ours, with their keys and touches, and not another program's.
  public var isActive: Bool { session.state == .active && backends.ownsDevices && !backends.isNested }

  /// The colour around what was shown before us, where it was known.
  public var bootBackground: Color? { cards?.bootBackground }
  /// The open cards, and the framebuffers that are ours, for a successor.
  public var retainedDevices: [InheritedDevice] { cards?.retainedDevices ?? [] }

  /// Refreshes a frame that leave enough of the CPU to others, for now.
  public func setFrameDivisor(refreshesPerFrame: Int64) {
    self.refreshesPerFrame = refreshesPerFrame
    for output in outputs { output.setFrameDivisor(refreshesPerFrame: refreshesPerFrame) }
  }
}
