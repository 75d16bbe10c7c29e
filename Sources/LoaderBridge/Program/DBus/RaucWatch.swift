import LoaderBridge
import Support
import System

/// Follows RAUC's installer on the bus (de.pengutronix.rauc.Installer).
final class RaucWatch: BusWatch {
  private static var name: Bytes { "de.pengutronix.rauc" }
  private static var interface: Bytes { "de.pengutronix.rauc.Installer" }
  /// Nanoseconds between two queries whether the service still works.
  private static var heartbeatInterval: Int64 { 5_000_000_000 }

  private let bus: Bus
  private let pendingCalls: PendingCalls
  private var nextHeartbeat: Int64?

  init(_ bus: Bus, _ pendingCalls: PendingCalls) {
    self.bus = bus
    self.pendingCalls = pendingCalls
  }

  func subscribe() {
    bus.match(RaucWatch.name, "path='/',interface='org.freedesktop.DBus.Properties',arg0='\(RaucWatch.interface)'") {
      [unowned(unsafe) self] message in
      _ = message.text()
      handle(message.properties())
    }
    bus.match(RaucWatch.name, "path='/',interface='\(RaucWatch.interface)',member='Completed'") {
      [unowned(unsafe) self] message in
      if let result = message.integer() { handle(.completed(result)) }
    }
    bus.watchName(RaucWatch.name) { [unowned(unsafe) self] hasOwner in
      if hasOwner { queryProperties() } else { handle(.gone) }
    }
  }

  private func queryProperties() {
    bus.properties(RaucWatch.name, "/", RaucWatch.interface) { [unowned(unsafe) self] in handle($0) }
  }

  /// Handles properties that came together: a new operation before its progress, the end of one after it.
  private func handle(_ properties: [BusProperty]) {
    var operation: Bytes = ""
    for case .text(let text) in properties.filter({ $0.name == "Operation" }).map({ $0.value }) { operation = text }
    if operation == "installing" { handle(.operation(operation)) }
    for property in properties {
      switch (property.name, property.value) {
      case ("Progress", .progress(let percent, let message, let depth)):
        handle(.progress(percent: percent, message: message, depth: depth))
      case ("LastError", .text(let text)): handle(.lastError(text))
      default: break
      }
    }
    if operation == "idle" { handle(.operation(operation)) }
  }

  private func handle(_ event: RaucProgress.Event) {
    pendingCalls.updates.rauc.handle(event, now: Clock.nanoseconds)
  }

  func dispatch(_ now: Int64) {
    guard pendingCalls.updates.wantsHeartbeat else { return nextHeartbeat = nil }
    if let nextHeartbeat, nextHeartbeat <= now {
      bus.properties(RaucWatch.name, "/", RaucWatch.interface) { [unowned(unsafe) self] properties in
        handle(properties)
        pendingCalls.updates.rauc.handleHeartbeat()
      }
      self.nextHeartbeat = nil
    }
    nextHeartbeat = nextHeartbeat ?? now + RaucWatch.heartbeatInterval
  }

  var deadline: Int64? { nextHeartbeat }
}
