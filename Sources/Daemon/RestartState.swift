import System
import Support
import Display
import Varlink

/// What a predecessor has left, and what is left for a successor: the calls that led to the picture, in a file beside the
/// socket, and the open cards, with the service manager.
final class RestartState {
  /// The exit status that asks for another one of us (RestartForceExitStatus= of the unit).
  static var status: Int32 { 75 }

  /// Calls to be repeated at their times.
  let entries: [CallJournal.Entry]
  /// Whether there was one, since the machine was switched on, that did not end by itself.
  let hasPredecessor: Bool
  /// Whether the predecessor's display session was released.
  let wasReleased: Bool
  let inherited: [InheritedDevice]

  private let manager: ServiceManager
  /// Empty where there is no place for it.
  private let path: Bytes
  private var journal: CallJournal
  private var lastSave: Int64 = 0
  /// The cards that the service manager keeps.
  private var kept: [Bytes]

  init(beside socket: Bytes, _ manager: ServiceManager) {
    self.manager = manager
    path = socket.hasPrefix("@") ? "" : socket + ".state"
    // Then all are alike.
    let boot = Bytes((try? File.read("/proc/sys/kernel/random/boot_id", limit: 64)) ?? []).trimmed
    // Most often none was left.
    let predecessor = (try? File.read(path, limit: CallJournal.size)).flatMap { CallJournal(Bytes($0), boot: boot) }
    journal = CallJournal(boot: boot)
    (entries, hasPredecessor) = (predecessor?.entries ?? [], predecessor != nil)
    wasReleased = predecessor?.isReleased ?? false
    inherited = manager.kept.filter { $0.name.hasPrefix("drm-") }.map { kept in
      (path: "/dev/dri/" + kept.name.dropFirst(4), descriptor: kept.descriptor, framebuffers: predecessor?.framebuffers ?? [])
    }
    kept = inherited.map { $0.path }
  }

  /// Notes a call that was answered.
  func note(_ call: Call, at time: Int64, reader: Peer?, isThemed: Bool = false) {
    journal.note(call, at: time, reader: reader, isThemed: isThemed)
  }

  /// The loaders that a successor shows.
  var loaders: [Bytes] { entries.compactMap { $0.call["loader"]?.string } }

  /// Cards came or went.
  func keep(_ retainedDevices: [InheritedDevice]) {
    for card in retainedDevices where !kept.contains(card.path) {
      kept.append(card.path)
      manager.keep(card.descriptor, name: RestartState.name(of: card.path))
    }
    for path in kept where !retainedDevices.contains(where: { $0.path == path }) {
      kept.removeAll { $0 == path }
      manager.forget(name: RestartState.name(of: path))
    }
  }

  private static func name(of path: Bytes) -> Bytes { "drm-" + (path.split(at: 0x2F).last ?? "") }

  /// When `turn` is to be called.
  var deadline: Int64? { journal.isChanged ? lastSave + RestartState.interval : nil }

  /// Writes down what has changed, a few times a second.
  func dispatch(now: Int64, _ session: DisplaySession, _ retainedDevices: @autoclosure () -> [InheritedDevice]) {
    journal.isReleased = session.isReleased
    if now < lastSave + RestartState.interval { return }
    lastSave = now
    let framebuffers = retainedDevices().flatMap { $0.framebuffers }
    if framebuffers != journal.framebuffers { journal.framebuffers = framebuffers }
    if journal.isChanged { save() }
  }

  private static var interval: Int64 { 100_000_000 }

  /// Writes it down now, for somebody who comes at once.
  func save() {
    if path.isEmpty { return }
    // A full /run costs a successor its phase, and nothing else.
    try? File.replace(path, with: journal.save().utf8)
  }

  /// There is to be no successor.
  func end() { if !path.isEmpty { File.remove(path) } }
}
