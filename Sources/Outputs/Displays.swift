public import Linux
public import Notation
public import Raster

/// A card that a predecessor had open, with its framebuffers.
public typealias Inherited = (path: Bytes, descriptor: FileDescriptor, framebuffers: [UInt32])

/// All displays of this machine, by the first way that leads to one.
public final class Displays {
  /// The primary one first.
  public private(set) var outputs: [any Output] = []
  /// Whether displays were given up, those that come too, until `resume`.
  public private(set) var isYielded = false

  /// In the order in which they are tried.
  private let backends: [any Backend]
  private let cards: Cards?
  private let say: (Bytes) -> Void
  private var lastWords: Bytes = ""
  private var refreshesPerFrame: Int64 = 1

  /// `say` hears what was passed over, and why. Throws when an output was asked for that cannot be had.
  public convenience init(
    _ selection: Selection, _ arrangement: Arrangement, _ loop: EventLoop, inherited: [Inherited] = [],
    say: @escaping (Bytes) -> Void
  ) throws(OutputError) {
    var backends: [any Backend] = []
    var cards: Cards?
    if selection.takes("drm") {
      let all = Cards(selection.device, arrangement, loop, inherited: inherited, say: say)
      cards = all
      backends.append(all)
    }
    if selection.takes("wayland") { backends.append(Compositor(arrangement, loop, say: say)) }
    if selection.takes("fbdev") { backends.append(Framebuffers(selection.device, arrangement, loop, say: say)) }
    if selection.kind == "headless" { backends.append(try Headless(selection)) }
    self.init(backends, cards, say: say)
  }

  init(_ backends: [any Backend], _ cards: Cards? = nil, say: @escaping (Bytes) -> Void) {
    (self.backends, self.cards, self.say) = (backends, cards, say)
    choose(Clock.nanoseconds)
  }

  /// However it ends: text on the terminal again, where there is one, unless a picture stays or another program's is there.
  deinit {
    if areOurs { for backend in backends { backend.restoreTerminal() } }
  }

  /// When `turn` is to be called again.
  public var wakeUp: Int64? { backends.compactMap { $0.wakeUp }.min() }

  /// Does what is due. Returns whether outputs came, went, or can be drawn on again.
  public func turn(now: Int64) -> Bool {
    let before = outputs.map { ObjectIdentifier($0) }
    var isChanged = false
    for backend in backends where backend.turn(now: now) { isChanged = true }
    choose(now)
    return isChanged || before != outputs.map { ObjectIdentifier($0) }
  }

  /// Takes the first backend that can show something. The later ones look only for as long as that is none of the
  /// earlier; past a device that is there, but another program's, only that program leads to a display.
  private func choose(_ now: Int64) {
    var found: Int?, isWaiting = false
    for (index, backend) in backends.enumerated() {
      if found != nil || isWaiting && !backend.isThroughOthers || isYielded && index > 0 {
        backend.close()
        continue
      }
      backend.open(now: now)
      switch backend.standing {
      case .showing: found = index
      case .waiting: isWaiting = true
      case .absent: break
      }
    }
    outputs = backends[found ?? 0].outputs
    for output in outputs { output.yieldCPU(refreshesPerFrame: refreshesPerFrame) }
    tell(upTo: found ?? backends.count, isWaiting)
  }

  /// Why the ways before the one that was found lead nowhere, once for each reason.
  private func tell(upTo end: Int, _ isWaiting: Bool) {
    var text: Bytes = ""
    for backend in backends[..<end] where backend.isWanted || !isWaiting {
      let reason = backend.reason
      if reason.isEmpty {
        if backend.standing == .absent, !isWaiting { return }  // it has yet to look
        continue
      }
      text = text + (text.isEmpty ? "" : "; ") + Bytes(backend.kind) + ": " + reason
    }
    if text != lastWords, !text.isEmpty { say(text) }
    lastWords = text
  }

  /// Gives every display up for another program; the pictures stay.
  public func yield() {
    isYielded = true
    for backend in backends { backend.yield() }
  }

  /// Takes the displays back. Throws while another program has one; then all stays as it was.
  public func resume() throws(OutputError) {
    do throws(OutputError) {
      for backend in backends { try backend.resume() }
    } catch {
      if isYielded { yield() }
      throw error
    }
    isYielded = false
  }

  /// Our terminal is left for another; the switch waits for this.
  public func leaveTerminal() { for backend in backends { backend.leaveTerminal() } }
  public func returnToTerminal() { for backend in backends { backend.returnToTerminal() } }
  /// Whether there is a terminal under the pictures, and it is the one that is seen.
  public var areOnTerminal: Bool { backends.contains { $0.areOnTerminal } }

  /// Leaves the pictures where they are, for another program to replace.
  public func leaveOnScreen() {
    isYielded = true
    for backend in backends { backend.leaveOnScreen() }
  }
  /// Whether there may be an output in a moment.
  public var isComing: Bool { backends.contains { $0.isComing } }
  /// Whether something of ours is on a display.
  public var hasPictures: Bool { backends.contains { $0.hasPictures } }
  /// Whether none of our pictures is on a screen any more, so that we may go.
  public var areReplaced: Bool { backends.allSatisfy { $0.areReplaced } }
  /// Whether the displays are ours, and not another program's.
  public var areOurs: Bool { backends.allSatisfy { $0.areOurs } }

  /// The colour around what was shown before us, where it was known.
  public var surroundings: Color? { cards?.surroundings }
  /// The open cards, and the framebuffers that are ours, for a successor.
  public var estate: [Inherited] { cards?.estate ?? [] }

  /// Refreshes a frame that leave enough of the CPU to others, for now.
  public func yieldCPU(refreshesPerFrame: Int64) {
    self.refreshesPerFrame = refreshesPerFrame
    for output in outputs { output.yieldCPU(refreshesPerFrame: refreshesPerFrame) }
  }
}
