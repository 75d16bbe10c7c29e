/// Numbers the calls that change the persistent entry of the stack, in the order in which they arrive.
///
/// A call that names files is carried out only after a worker has read them. If a newer call has replaced the
/// persistent entry meanwhile, the older call is dropped.
struct CallOrder {
  private var last = 0
  /// Number of the newest call that has replaced the persistent entry.
  private var newestReplacement = 0

  mutating func next() -> Int {
    last += 1
    return last
  }

  /// Records that a call has replaced the persistent entry; without a number it is the newest of all.
  mutating func replacedPersistentEntry(_ number: Int? = nil) { newestReplacement = number ?? next() }

  /// Whether a newer call has replaced the persistent entry.
  func isOutdated(_ number: Int) -> Bool { newestReplacement > number }
}
