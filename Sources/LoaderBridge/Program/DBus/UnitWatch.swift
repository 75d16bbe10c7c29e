import LoaderBridge
import Support
import System

/// Follows systemd on the bus: units that fail, and the progress of the boot (org.freedesktop.systemd1(5)).
final class UnitWatch: BusWatch {
  private static var name: Bytes { "org.freedesktop.systemd1" }
  private static var path: Bytes { "/org/freedesktop/systemd1" }
  private static var unit: Bytes { "org.freedesktop.systemd1.Unit" }
  /// Nanoseconds between two queries of the boot's progress: systemd emits no signal for this property.
  private static var progressInterval: Int64 { 500_000_000 }

  private let bus: Bus
  private let pendingCalls: PendingCalls
  private let reportsFailures: Bool
  private let showsBootProgress: Bool
  private var nextQuery: Int64?
  private var isRunning = false
  private var isSubscribed = false
  /// Whether failures can be shown. Otherwise systemd sends us no signals: it sends those of all units, which delays a
  /// shutdown by some hundredths of a second.
  var isNeeded = false { didSet { if isNeeded != oldValue { follow() } } }

  init(_ bus: Bus, _ pendingCalls: PendingCalls, _ options: Options) {
    self.bus = bus
    self.pendingCalls = pendingCalls
    reportsFailures = options.failures != .none
    showsBootProgress = options.showsBootProgress
  }

  func subscribe() {
    nextQuery = showsBootProgress ? 0 : nil
    isRunning = false
    isSubscribed = false
    if !reportsFailures { return }
    bus.match(UnitWatch.name, "interface='org.freedesktop.DBus.Properties',arg0='\(UnitWatch.unit)'") {
      [unowned(unsafe) self] message in
      _ = message.text()
      let path = message.path
      for property in message.properties() {
        if case ("ActiveState", .text(let state)) = (property.name, property.value) { handle(path, state) }
      }
    }
    bus.watchName(UnitWatch.name) { [unowned(unsafe) self] hasOwner in
      isRunning = hasOwner
      isSubscribed = false
      follow()
    }
  }

  /// Asks systemd to send signals, or to send no more.
  private func follow() {
    if !isRunning || isNeeded == isSubscribed { return }
    isSubscribed = isNeeded
    let method: Bytes = isNeeded ? "Subscribe" : "Unsubscribe"
    bus.call(UnitWatch.name, UnitWatch.path, UnitWatch.name + ".Manager", method)
    if isNeeded { listUnits() }
  }

  /// Handles the units that are failed already.
  private func listUnits() {
    bus.call(UnitWatch.name, UnitWatch.path, UnitWatch.name + ".Manager", "ListUnits") {
      [unowned(unsafe) self] message in
      var failed: [(unit: Bytes, path: Bytes)] = []
      message.each("(ssssssouso)") {
        // Name, description, load state, active state, sub state, followed unit, object path.
        guard let unit = message.text(), message.text() != nil, message.text() != nil, let state = message.text(),
          message.text() != nil, message.text() != nil, let path = message.text("o")
        else { return }
        if state == "failed" { failed.append((unit, path)) }
        if state == "active" { _ = self.pendingCalls.failures.handle(unit: unit, state: state) }
      }
      pendingCalls.failures.retain(failed: failed.map { $0.unit })
      for (unit, path) in failed where pendingCalls.failures.handle(unit: unit, state: "failed") {
        queryFailure(unit, path)
      }
    }
  }

  private func handle(_ path: Bytes, _ activeState: Bytes) {
    let unit = UnitPath.unit(path)
    if pendingCalls.failures.handle(unit: unit, state: activeState) { queryFailure(unit, path) }
  }

  /// Queries the properties that all units have, then those of the unit's type, and reports the failure.
  private func queryFailure(_ unit: Bytes, _ path: Bytes) {
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
        pendingCalls.failures.report(failure)
      }
    }
  }

  func dispatch(_ now: Int64) {
    guard let nextQuery, nextQuery <= now else { return }
    self.nextQuery = pendingCalls.boot.isDone ? nil : now + UnitWatch.progressInterval
    let property: [Bytes] = [UnitWatch.name + ".Manager", "Progress"]
    bus.call(UnitWatch.name, UnitWatch.path, "org.freedesktop.DBus.Properties", "Get", property) {
      [unowned(unsafe) self] message in
      if let value = message.real() { pendingCalls.boot.update(value) }
    }
  }

  var deadline: Int64? { nextQuery }
}
