import LoaderBridge
import System
import Support

/// systemd's units on the bus, and the boot's progress.
final class UnitWatch: Watch {
  private static var name: Bytes { "org.freedesktop.systemd1" }
  private static var path: Bytes { "/org/freedesktop/systemd1" }
  private static var unit: Bytes { "org.freedesktop.systemd1.Unit" }
  /// Nanoseconds between two looks at the boot's progress, which nothing tells of.
  private static var pause: Int64 { 500_000_000 }

  private let bus: Bus
  private let pendingUpdates: PendingUpdates
  private let reportsFailures: Bool
  private let followsBoot: Bool
  private var next: Int64?

  init(_ bus: Bus, _ pendingUpdates: PendingUpdates, _ options: Options) {
    (self.bus, self.pendingUpdates) = (bus, pendingUpdates)
    (reportsFailures, followsBoot) = (options.failures != .none, options.hasBootProgress)
  }

  func begin() {
    next = followsBoot ? 0 : nil
    if !reportsFailures { return }
    let sender: Bytes = "type='signal',sender='\(UnitWatch.name)'"
    bus.match("\(sender),interface='org.freedesktop.DBus.Properties',arg0='\(UnitWatch.unit)'") {
      [unowned(unsafe) self] message in
      _ = message.text()
      let path = message.path
      for property in message.properties() {
        if case ("ActiveState", .text(let state)) = (property.name, property.value) { take(path, state) }
      }
    }
    bus.presence(of: UnitWatch.name) { [unowned(unsafe) self] isThere in
      if isThere { subscribe() }
    }
  }

  private func subscribe() {
    bus.call(UnitWatch.name, UnitWatch.path, UnitWatch.name + ".Manager", "Subscribe")
    bus.call(UnitWatch.name, UnitWatch.path, UnitWatch.name + ".Manager", "ListUnits") {
      [unowned(unsafe) self] message in
      var failed: [(unit: Bytes, path: Bytes)] = []
      message.each("(ssssssouso)") {
        guard let unit = message.text(), message.text() != nil, message.text() != nil, let state = message.text(),
          message.text() != nil, message.text() != nil, let path = message.text("o")
        else { return }
        if state == "failed" { failed.append((unit, path)) }
        if state == "active" { _ = self.pendingUpdates.failures.take(unit: unit, state: state) }
      }
      pendingUpdates.failures.keep(failed: failed.map { $0.unit })
      for (unit, path) in failed where pendingUpdates.failures.take(unit: unit, state: "failed") { ask(unit, path) }
    }
  }

  private func take(_ path: Bytes, _ activeState: Bytes) {
    let unit = UnitPath.unit(path)
    if pendingUpdates.failures.take(unit: unit, state: activeState) { ask(unit, path) }
  }

  /// The unit's own account of its failure: what all units have, then what its type has.
  private func ask(_ unit: Bytes, _ path: Bytes) {
    bus.properties(UnitWatch.name, path, UnitWatch.unit) { [unowned(unsafe) self] properties in
      var failure = UnitFailure(unit: unit)
      for property in properties {
        switch (property.name, property.value) {
        case ("Description", .text(let text)): failure.description = text
        case ("ActiveEnterTimestampMonotonic", .real(let time)): failure.wasActive = time > 0
        case ("RequiredBy", .texts(let units)), ("BoundBy", .texts(let units)):
          failure.isRequired = failure.isRequired || !units.isEmpty
        default: break
        }
      }
      bus.properties(UnitWatch.name, path, UnitPath.interface(of: unit)) { [unowned(unsafe) self] properties in
        for property in properties {
          switch (property.name, property.value) {
          case ("Result", .text(let text)): failure.result = text
          case ("ExecMainStatus", .integer(let status)): failure.status = status
          default: break
          }
        }
        pendingUpdates.failures.take(failure)
      }
    }
  }

  func dispatch(_ now: Int64) {
    guard let next, next <= now else { return }
    self.next = pendingUpdates.boot.isDone ? nil : now + UnitWatch.pause
    let words: [Bytes] = [UnitWatch.name + ".Manager", "Progress"]
    bus.call(UnitWatch.name, UnitWatch.path, "org.freedesktop.DBus.Properties", "Get", words) {
      [unowned(unsafe) self] message in
      if let value = message.real() { pendingUpdates.boot.take(value) }
    }
  }

  var deadline: Int64? { next }
}
