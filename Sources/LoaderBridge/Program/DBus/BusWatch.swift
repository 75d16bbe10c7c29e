/// Follows one service on the bus.
protocol BusWatch: AnyObject {
  /// Called after each connection to the bus, which has no matches then: adds them and queries the current state.
  func subscribe()
  /// Called in each iteration of the event loop: sends the queries that are due.
  func dispatch(_ now: Int64)
  /// When to call ``dispatch(_:)`` next, in nanoseconds; nil for not before another event.
  var deadline: Int64? { get }
}
