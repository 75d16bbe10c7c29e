import Support

/// The calls of `WaitKey` that are not answered yet.
struct KeyWaits {
  private var waits: [KeyWait] = []

  var isEmpty: Bool { waits.isEmpty }
  /// The earliest timeout.
  var deadline: Int64? {
    var earliest = EarliestDeadline()
    for wait in waits { earliest.add(wait.deadline) }
    return earliest.time
  }
  /// Whether a client waits for the user to cancel.
  var isCancellable: Bool { waits.contains { $0.isForCancelling } }

  mutating func add(_ wait: KeyWait) { waits.append(wait) }

  /// Removes the calls that `event` ends, and returns them.
  mutating func remove(endedBy event: KeyWait.Event) -> [KeyWait] {
    if waits.isEmpty { return [] }
    let ended = waits.filter { $0.ends(by: event) }
    if !ended.isEmpty { waits.removeAll { $0.ends(by: event) } }
    return ended
  }
}
