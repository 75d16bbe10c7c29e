/// The earliest of the deadlines that were added. It is computed in each iteration of the event loop, so it takes no
/// memory from the heap.
public struct EarliestDeadline {
  /// In nanoseconds of CLOCK_MONOTONIC; nil if there is no deadline.
  public private(set) var time: Int64?

  /// No deadline.
  public init() {}

  /// Adds a deadline; nil adds none.
  public mutating func add(_ deadline: Int64?) {
    if let deadline { time = min(time ?? deadline, deadline) }
  }
}
