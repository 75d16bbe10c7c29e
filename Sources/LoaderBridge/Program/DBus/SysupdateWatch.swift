import LoaderBridge
import Support

/// Follows the jobs of systemd-sysupdated on the bus (org.freedesktop.sysupdate1(5)).
final class SysupdateWatch: BusWatch {
  private static var name: Bytes { "org.freedesktop.sysupdate1" }
  private static var path: Bytes { "/org/freedesktop/sysupdate1" }

  private let bus: Bus
  private let pendingCalls: PendingCalls

  init(_ bus: Bus, _ pendingCalls: PendingCalls) {
    self.bus = bus
    self.pendingCalls = pendingCalls
  }

  func subscribe() {
    bus.match(
      SysupdateWatch.name, "interface='org.freedesktop.DBus.Properties',arg0='\(SysupdateWatch.name).Job'"
    ) { [unowned(unsafe) self] message in
      _ = message.text()
      handle(message.path, message.properties())
    }
    bus.match(SysupdateWatch.name, "interface='\(SysupdateWatch.name).Manager',member='JobRemoved'") {
      [unowned(unsafe) self] message in
      guard let id = message.integer(), message.text("o") != nil, let status = message.integer() else { return }
      handle(.removed(id: id, status: status))
    }
    bus.watchName(SysupdateWatch.name) { [unowned(unsafe) self] hasOwner in
      if hasOwner { listJobs() } else { handle(.gone) }
    }
  }

  private func listJobs() {
    bus.call(SysupdateWatch.name, SysupdateWatch.path, SysupdateWatch.name + ".Manager", "ListJobs") {
      [unowned(unsafe) self] message in
      var jobs: [(id: Int, type: Bytes, percent: Int)] = []
      message.each("(tsuo)") {
        guard let id = message.integer(), let type = message.text(), let percent = message.integer() else { return }
        jobs.append((id, type, percent))
      }
      handle(.listed(jobs))
    }
  }

  /// Handles a change of a job's properties. There is no signal for a new job, so an unknown one makes us list all.
  private func handle(_ path: Bytes, _ properties: [BusProperty]) {
    guard let id = path.split(at: UInt8(ascii: "_")).last.flatMap(Decimal.integer) else { return }
    guard pendingCalls.updates.jobs.knows(id: id) else { return listJobs() }
    for property in properties {
      if case ("Progress", .integer(let percent)) = (property.name, property.value) {
        handle(.progress(id: id, percent: percent))
      }
    }
  }

  private func handle(_ event: SysupdateJobs.Event) { pendingCalls.updates.jobs.handle(event) }

  func dispatch(_ now: Int64) {}
  var deadline: Int64? { nil }
}
