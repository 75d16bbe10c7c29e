import Support

/// The backends of this machine, and the outputs of the one in use. `DisplaySession` decides who owns the display.
final class DisplayBackends {
  /// Outputs of the backend in use, the primary one first.
  private(set) var outputs: [any Output] = []
  /// The same outputs in the backend's order.
  private var unordered: [any Output] = []

  /// In the order in which they are tried.
  private let all: [any Backend]
  private let log: (Bytes) -> Void
  private var lastReasons: Bytes = ""
  /// Index of the backend whose devices we own, or owned last. A nested one owns none.
  private var owner = 0

  /// `log` is called with the backends that were passed over, and why.
  init(_ all: [any Backend], log: @escaping (Bytes) -> Void) {
    self.all = all
    self.log = log
  }

  var deadline: Int64? {
    var earliest = EarliestDeadline()
    for backend in all { earliest.add(backend.deadline) }
    return earliest.time
  }
  var isPending: Bool { all.contains { $0.isPending } }
  var needsTerminal: Bool { all.contains { $0.needsTerminal } }
  var ownsDevices: Bool { all.allSatisfy { $0.ownsDevices } }
  var hasPictures: Bool { all.contains { $0.hasPictures } }
  /// Whether another program draws on a device now.
  var isOwnedByOther: Bool { all.contains { $0.isOwnedByOther } }
  /// Whether the outputs are surfaces of a compositor, which owns the display and its input.
  var isNested: Bool { all.contains { $0.isNested && !$0.outputs.isEmpty } }

  func hasWindow(of applicationID: Bytes) -> Bool { all.contains { $0.hasWindow(of: applicationID) } }

  func dispatch(now: Int64, mayTakeDevices: Bool) -> Bool {
    var isChanged = false
    for backend in all where backend.dispatch(now: now, mayTakeDevices: mayTakeDevices) { isChanged = true }
    return isChanged
  }

  func activate(now: Int64) { for backend in all { backend.activate(now: now) } }
  func deactivate(now: Int64) { for backend in all { backend.deactivate(now: now) } }
  func keepPictures() { for backend in all { backend.keepPictures() } }
  func setLocked(_ isLocked: Bool) { for backend in all { backend.setLocked(isLocked) } }
  /// Removes our surfaces from compositors.
  func closeNested() { for backend in all where backend.isNested { backend.close() } }

  /// Selects the first backend that has a usable output.
  ///
  /// Later backends are open only while no earlier one has an output. If a device exists but belongs to another
  /// program, only nested backends are tried, because that program may be a compositor. While the display is released,
  /// lent or retained, only the backend that owned it stays open.
  func select(now: Int64, _ session: DisplaySession) {
    let keepsOwnerOnly = session.isReleased || session.isLent || session.state == .retained
    var found: Int?
    var isWaiting = false
    for (index, backend) in all.enumerated() {
      let isNested = backend.isNested
      if found != nil || isWaiting && !isNested || keepsOwnerOnly && index != owner || session.isReleased && isNested {
        backend.close()
        continue
      }
      backend.open(now: now, mayDraw: session.mayDraw)
      switch backend.status {
      case .showing: found = index
      case .waiting: isWaiting = true
      case .absent: break
      }
    }
    if let found, !all[found].isNested { owner = found }
    order(all[found ?? (keepsOwnerOnly ? owner : 0)].outputs)
    logReasons(upTo: found ?? all.count, isWaiting)
  }

  /// Makes the first output the primary one, unless the configuration names another that is there.
  private func order(_ new: [any Output]) {
    if new.count == unordered.count, new.indices.allSatisfy({ new[$0] === unordered[$0] }) { return }
    unordered = new
    let isNamed = new.contains { $0.configuredRole == .primary }
    let primary = isNamed ? nil : new.first { $0.configuredRole == nil }
    for output in new { output.isDefaultPrimary = output === primary }
    outputs = new.filter { $0.role == .primary } + new.filter { $0.role != .primary }
  }

  /// Logs once for each reason why the backends before the selected one have no output.
  private func logReasons(upTo end: Int, _ isWaiting: Bool) {
    var text: Bytes = ""
    for backend in all[..<end] where backend.reportsWhileWaiting || !isWaiting {
      let reason = backend.reason
      if reason.isEmpty {
        if backend.status == .absent, !isWaiting { return }  // it has not looked yet
        continue
      }
      text = text + (text.isEmpty ? "" : "; ") + Bytes(backend.kind) + ": " + reason
    }
    if text != lastReasons, !text.isEmpty { log(text) }
    lastReasons = text
  }
}
