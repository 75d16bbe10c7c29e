import LoaderBridge
import Support

/// systemd-sysupdated's jobs on the bus.
final class JobWatch: Watch {
  private static var name: Bytes { "org.freedesktop.sysupdate1" }
  private static var path: Bytes { "/org/freedesktop/sysupdate1" }

  private let bus: Bus
  private let pendingUpdates: PendingUpdates

  init(_ bus: Bus, _ pendingUpdates: PendingUpdates) { (self.bus, self.pendingUpdates) = (bus, pendingUpdates) }

  func begin() {
    let sender: Bytes = "type='signal',sender='\(JobWatch.name)'"
    bus.match("\(sender),interface='org.freedesktop.DBus.Properties',arg0='\(JobWatch.name).Job'") {
      [unowned(unsafe) self] message in
      _ = message.text()
      take(message.path, message.properties())
    }
    bus.match("\(sender),interface='\(JobWatch.name).Manager',member='JobRemoved'") {
      [unowned(unsafe) self] message in
      guard let id = message.integer(), message.text("o") != nil, let status = message.integer() else { return }
      pendingUpdates.updates.jobs.take(.removed(id: id, status: status))
    }
    bus.presence(of: JobWatch.name) { [unowned(unsafe) self] isThere in
      if isThere { list() } else { pendingUpdates.updates.jobs.take(.gone) }
    }
  }

  private func list() {
    bus.call(JobWatch.name, JobWatch.path, JobWatch.name + ".Manager", "ListJobs") { [unowned(unsafe) self] message in
      message.each("(usuo)") {
        guard let id = message.integer(), let type = message.text(), let percent = message.integer() else { return }
        pendingUpdates.updates.jobs.take(.listed(id: id, type: type, percent: percent))
      }
    }
  }

  /// There is no signal for a job's start: one that is not known has begun.
  private func take(_ path: Bytes, _ properties: [Property]) {
    guard let id = path.split(at: 0x5F).last.flatMap(Decimal.integer) else { return }
    guard pendingUpdates.updates.jobs.knows(id: id) else { return list() }
    for property in properties {
      if case ("Progress", .integer(let percent)) = (property.name, property.value) {
        pendingUpdates.updates.jobs.take(.progress(id: id, percent: percent))
      }
    }
  }

  func dispatch(_ now: Int64) {}
  var deadline: Int64? { nil }
}
