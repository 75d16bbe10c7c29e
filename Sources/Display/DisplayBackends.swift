import Support

/// The back ends of this machine, and the outputs of the one that is in use. Who owns the display is `DisplaySession`'s
/// matter.
final class DisplayBackends {
  /// Those of the back end in use, the primary one first.
  private(set) var outputs: [any Output] = []

  /// In the order in which they are tried.
  private let all: [any Backend]
  private let say: (Bytes) -> Void
  private var lastWords: Bytes = ""

  /// `say` hears which back ends were passed over, and why.
  init(_ all: [any Backend], say: @escaping (Bytes) -> Void) {
    self.all = all
    self.say = say
  }

  var wakeUp: Int64? { all.compactMap { $0.wakeUp }.min() }
  var isPending: Bool { all.contains { $0.isPending } }
  var needsTerminal: Bool { all.contains { $0.needsTerminal } }
  var ownsDevices: Bool { all.allSatisfy { $0.ownsDevices } }
  var isTaken: Bool { all.contains { $0.isTaken } }
  var wasLeft: Bool { all.contains { $0.wasLeft } }
  var hasPictures: Bool { all.contains { $0.hasPictures } }
  var isReplaced: Bool { all.allSatisfy { $0.isReplaced } }
  /// Whether the outputs are on a display that another program owns, as are its keys.
  var isNested: Bool { all.contains { $0.isNested && !$0.outputs.isEmpty } }

  func dispatch(now: Int64, isActive: Bool) -> Bool {
    var isChanged = false
    for backend in all where backend.dispatch(now: now, isActive: isActive) { isChanged = true }
    return isChanged
  }

  func activate(now: Int64) { for backend in all { backend.activate(now: now) } }
  func deactivate(now: Int64) { for backend in all { backend.deactivate(now: now) } }
  func keepPictures() { for backend in all { backend.keepPictures() } }
  /// Takes away the pictures on displays of other programs.
  func closeNested() { for backend in all where backend.isNested { backend.close() } }

  /// Takes the first back end that can show something. The later ones look only for as long as that is none of the
  /// earlier; past a device that is there, but another program's, only that program leads to a display. While the
  /// displays are given up no other way is sought.
  func choose(now: Int64, _ session: DisplaySession) {
    let isGivenUp = session.state == .released || session.state == .retained
    var found: Int?
    var isWaiting = false
    for (index, backend) in all.enumerated() {
      let isNested = backend.isNested
      if found != nil || isWaiting && !isNested || isGivenUp && index > 0 || session.isReleased && isNested {
        backend.close()
        continue
      }
      backend.open(now: now, isActive: session.mayDraw)
      switch backend.status {
      case .showing: found = index
      case .waiting: isWaiting = true
      case .absent: break
      }
    }
    outputs = all[found ?? 0].outputs
    tell(upTo: found ?? all.count, isWaiting)
  }

  /// Why the ways before the one that was found lead nowhere, once for each reason.
  private func tell(upTo end: Int, _ isWaiting: Bool) {
    var text: Bytes = ""
    for backend in all[..<end] where backend.isConfigured || !isWaiting {
      let reason = backend.reason
      if reason.isEmpty {
        if backend.status == .absent, !isWaiting { return }  // it has yet to look
        continue
      }
      text = text + (text.isEmpty ? "" : "; ") + Bytes(backend.kind) + ": " + reason
    }
    if text != lastWords, !text.isEmpty { say(text) }
    lastWords = text
  }
}
