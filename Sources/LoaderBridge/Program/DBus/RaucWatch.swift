import LoaderBridge
import System
import Support

/// RAUC's installer on the bus.
final class RaucWatch: Watch {
  private static var name: Bytes { "de.pengutronix.rauc" }
  private static var interface: Bytes { "de.pengutronix.rauc.Installer" }
  /// Nanoseconds between two looks whether it still works.
  private static var pause: Int64 { 5_000_000_000 }

  private let bus: Bus
  private let pendingUpdates: PendingUpdates
  private var next: Int64?

  init(_ bus: Bus, _ pendingUpdates: PendingUpdates) { (self.bus, self.pendingUpdates) = (bus, pendingUpdates) }

  func begin() {
    let sender: Bytes = "type='signal',sender='\(RaucWatch.name)',path='/'"
    bus.match("\(sender),interface='org.freedesktop.DBus.Properties',arg0='\(RaucWatch.interface)'") {
      [unowned(unsafe) self] message in
      _ = message.text()
      take(message.properties())
    }
    bus.match("\(sender),interface='\(RaucWatch.interface)',member='Completed'") { [unowned(unsafe) self] message in
      if let result = message.integer() { take(.completed(result)) }
    }
    bus.presence(of: RaucWatch.name) { [unowned(unsafe) self] isThere in
      if isThere { ask() } else { take(.gone) }
    }
  }

  private func ask() {
    bus.properties(RaucWatch.name, "/", RaucWatch.interface) { [unowned(unsafe) self] properties in take(properties) }
  }

  /// An installation begins before its progress is looked at, and ends after it.
  private func take(_ properties: [Property]) {
    var operation: Bytes = ""
    for case .text(let text) in properties.filter({ $0.name == "Operation" }).map({ $0.value }) { operation = text }
    if operation == "installing" { take(.operation(operation)) }
    for property in properties {
      switch (property.name, property.value) {
      case ("Progress", .progress(let percent, let message, let depth)):
        take(.progress(percent: percent, message: message, depth: depth))
      case ("LastError", .text(let text)): take(.lastError(text))
      default: break
      }
    }
    if operation == "idle" { take(.operation(operation)) }
  }

  private func take(_ event: RaucProgress.Event) { pendingUpdates.updates.rauc.take(event, now: Clock.nanoseconds) }

  func dispatch(_ now: Int64) {
    guard pendingUpdates.updates.wantsHeartbeat else { return next = nil }
    if let next, next <= now {
      bus.properties(RaucWatch.name, "/", RaucWatch.interface) { [unowned(unsafe) self] properties in
        take(properties)
        pendingUpdates.updates.rauc.takeHeartbeat()
      }
      self.next = nil
    }
    next = next ?? now + RaucWatch.pause
  }

  var deadline: Int64? { next }
}
