import Support

/// The calls of `WaitKey` that are not answered yet.
struct KeyWaits {
  private var waits: [KeyWait] = []

  var isEmpty: Bool { waits.isEmpty }
  /// The earliest timeout.
  var deadline: Int64? { waits.map { $0.deadline }.min() }
  /// Whether a client waits for the user to cancel.
  var isCancellable: Bool { waits.contains { $0.isForCancelling } }

  mutating func add(_ wait: KeyWait) { waits.append(wait) }

  /// Removes the calls that `event` ends, and returns them.
  mutating func remove(endedBy event: KeyWait.Event) -> [KeyWait] {
    let ended = waits.filter { $0.ends(by: event) }
    if !ended.isEmpty { waits.removeAll { $0.ends(by: event) } }
    return ended
  }
}
