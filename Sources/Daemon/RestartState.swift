import Display
import Support
import System
import Varlink

/// What a daemon leaves for its successor: the call journal, in a file beside the socket, and the open DRM devices, in
/// the file descriptor store of the service manager.
final class RestartState {
  /// The exit status for which the service manager starts a successor (RestartForceExitStatus= in loaderd.service).
  static var exitStatus: Int32 { 75 }

  /// Calls of the predecessor, to be replayed at their times.
  let entries: [CallJournal.Entry]
  /// Whether a predecessor ran since the machine was booted, and has left its journal.
  let hasPredecessor: Bool
  /// Whether the predecessor's display session was released.
  let wasReleased: Bool
  /// DRM devices that the predecessor had open.
  let inherited: [InheritedDevice]

  private let manager: ServiceManager
  /// Path of the journal; empty for an abstract socket, which has no folder.
  private let path: Bytes
  private var journal: CallJournal
  private var lastSave: Int64 = 0
  /// Paths of the DRM devices in the file descriptor store.
  private var stored: [Bytes]

  init(beside socket: Bytes, _ manager: ServiceManager) {
    self.manager = manager
    path = socket.hasPrefix("@") ? "" : socket + ".state"
    // Without /proc all boots have the same empty identifier.
    let boot = Bytes((try? File.read("/proc/sys/kernel/random/boot_id", limit: 64)) ?? []).trimmed
    let file = try? File.read(path, limit: CallJournal.byteLimit)
    let predecessor = file.flatMap { CallJournal(Bytes($0), boot: boot) }
    journal = CallJournal(boot: boot)
    entries = predecessor?.entries ?? []
    hasPredecessor = predecessor != nil
    wasReleased = predecessor?.isReleased ?? false
    let framebuffers = predecessor?.framebuffers ?? []
    inherited = manager.kept.filter { $0.name.hasPrefix("drm-") }.map { kept in
      (path: "/dev/dri/" + kept.name.dropFirst(4), descriptor: kept.descriptor, framebuffers: framebuffers)
    }
    stored = inherited.map { $0.path }
  }

  /// Notes a call that succeeded.
  func note(_ call: Call, at time: Int64, reader: Peer?, isThemed: Bool = false) {
    journal.note(call, at: time, reader: reader, isThemed: isThemed)
  }

  /// Names of the loaders that the predecessor's calls show.
  var loaders: [Bytes] { entries.compactMap { $0.call["loader"]?.string } }

  /// Brings the file descriptor store up to date with the devices that are open.
  func store(_ devices: [InheritedDevice]) {
    for device in devices where !stored.contains(device.path) {
      stored.append(device.path)
      manager.keep(device.descriptor, name: RestartState.name(of: device.path))
    }
    for path in stored where !devices.contains(where: { $0.path == path }) {
      stored.removeAll { $0 == path }
      manager.forget(name: RestartState.name(of: path))
    }
  }

  /// The name of a device in the store: `drm-card0` for `/dev/dri/card0`.
  private static func name(of path: Bytes) -> Bytes { "drm-" + (path.split(at: UInt8(ascii: "/")).last ?? "") }

  /// When `dispatch` has something to write.
  var deadline: Int64? { journal.isChanged ? lastSave + RestartState.interval : nil }

  /// Writes the journal when it has changed, at most every 100 ms.
  func dispatch(now: Int64, _ session: DisplaySession, _ devices: @autoclosure () -> [InheritedDevice]) {
    journal.isReleased = session.isReleased
    if now < lastSave + RestartState.interval { return }
    lastSave = now
    let framebuffers = devices().flatMap { $0.framebuffers }
    if framebuffers != journal.framebuffers { journal.framebuffers = framebuffers }
    if journal.isChanged { save() }
  }

  private static var interval: Int64 { 100_000_000 }

  /// Writes the journal at once, for a successor that starts immediately.
  func save() {
    if path.isEmpty { return }
    // If /run is full, the successor replays an older journal, or none.
    try? File.replace(path, with: journal.save().utf8)
  }

  /// Removes the journal, when no successor is wanted.
  func remove() { if !path.isEmpty { File.remove(path) } }
}
