import DaemonCore
import Display
import Loaders
import Progress
import Raster
import ScreenAPI
import Support
import System
import Varlink

/// What a daemon leaves for its successor: the call journal, in a file beside the socket, and the open DRM devices, in
/// the file descriptor store of the service manager.
final class RestartState {
  /// The exit status for which the service manager starts a successor (RestartForceExitStatus= in loaderd.service).
  static var exitStatus: Int32 { 75 }

  /// Identifier of this boot (`Clock.boot`).
  let boot: Bytes
  /// Whether the predecessor has left calls.
  let hasCalls: Bool
  /// The calls of the predecessor that were not replayed yet, and its progress.
  private var unreplayed: (calls: ArraySlice<CallJournal.Entry>, progress: ScreenProgress?)
  /// A call of the predecessor that is replayed once more, before the others.
  private var repeated: CallJournal.Entry?
  /// Whether the last of what the predecessor has left was taken.
  private(set) var isReplayed = false
  /// Whether a predecessor ran since the machine was booted, and has left its journal.
  let hasPredecessor: Bool
  /// Whether the last loaderd has ended on request since the machine was booted.
  let hasEnded: Bool
  /// Whether the predecessor's display session was released.
  let wasReleased: Bool
  /// The number of the predecessor's virtual terminal; nil if it had none.
  let terminal: Int32?
  /// The background colour that the boot loader left. It stays the same in every successor, whatever is on the display
  /// when that starts.
  var background: Color? { journal.background.map { Color($0) } }
  /// Whether a client of plymouth has hidden the screen (`hide-splash`), here or in the predecessor.
  var isSplashHidden: Bool {
    get { journal.isSplashHidden }
    set { journal.isSplashHidden = newValue }
  }
  /// DRM devices that the predecessor had open, until the displays have taken them.
  private var inherited: [TransferableDevice]

  private let manager: ServiceManager
  /// Path of the journal; empty for an abstract socket, which has no folder.
  private let path: Bytes
  /// Path of the file that exists after the daemon has ended on request.
  private let endMarker: Bytes
  /// Begins as the predecessor's, so that a process that ends during the replay loses nothing.
  private var journal: CallJournal
  /// The progress that the next save writes, and whether it is new.
  private var progress = ScreenProgress()
  private var hasNewProgress = false
  /// The generation of the screen model when `progress` was looked at.
  private var generation = 0
  /// The earliest time of the next save, in nanoseconds.
  private var nextSave: Int64 = 0
  /// Whether the displays may have changed since the last save.
  private var mustLookAgain = false
  /// Whether the last change could not be written. It is tried again after a second.
  private var hasFailed = false
  /// Whether no successor is wanted any more.
  private var isEnded = false
  /// Paths of the DRM devices in the file descriptor store.
  private var stored: [Bytes]

  /// Reads the state that a predecessor has left. `running` is the predecessor that hands over its display; nil if none
  /// runs.
  init(beside socket: Bytes, _ manager: ServiceManager, _ running: Predecessor?) {
    self.manager = manager
    path = SocketCompanion.state.path(beside: socket)
    endMarker = SocketCompanion.ended.path(beside: socket)
    hasEnded = !path.isEmpty && File.exists(endMarker)
    if hasEnded { File.remove(endMarker) }
    // Without /proc all boots have the same empty identifier.
    let boot = Clock.boot
    self.boot = boot
    let passed = running?.descriptors(named: "journal").first.flatMap { try? $0.content(limit: CallJournal.byteLimit) }
    let file = passed ?? (try? File.read(path, limit: CallJournal.byteLimit))
    let predecessor = file.flatMap { CallJournal(Bytes($0), boot: boot) }
    journal = CallJournal(boot: boot)
    if let predecessor { journal.note(predecessor) }
    let calls = predecessor?.entries ?? []
    hasCalls = !calls.isEmpty
    let continued = ScreenProgress(
      predecessor.flatMap { ProgressModel(state: $0.progress) },
      shown: predecessor.flatMap { ProgressAnimation(state: $0.shownProgress) },
      isPartDecided: predecessor?.isPartDecided ?? false)
    unreplayed = (calls[...], continued == ScreenProgress() ? nil : continued)
    hasPredecessor = predecessor != nil
    wasReleased = predecessor?.isReleased ?? false
    terminal = predecessor?.terminal
    let framebuffers = predecessor?.framebuffers ?? []
    let kept = manager.takeKept()
    inherited = ((running?.passed ?? []) + kept).compactMap { name, descriptor in
      DeviceName.path(of: name).map { ($0, descriptor, framebuffers) }
    }
    stored = kept.compactMap { DeviceName.path(of: $0.name) }
  }

  /// The next call of the predecessor, to be replayed at its time; nil after the last one.
  func takeCall() -> CallJournal.Entry? {
    guard let entry = repeated else { return unreplayed.calls.popFirst() }
    repeated = nil
    return entry
  }

  /// Lets `takeCall` return a call again, which was changed.
  func replayAgain(_ entry: CallJournal.Entry) { (repeated, isReplayed) = (entry, false) }

  /// The progress of the predecessor, to be continued after its calls; nil if there was none, and in a second call.
  func takeProgress() -> ScreenProgress? {
    isReplayed = true
    guard let taken = unreplayed.progress else { return nil }
    unreplayed.progress = nil
    (progress, hasNewProgress) = (taken, true)
    return taken
  }

  /// The DRM devices that the predecessor had open. A second call returns none: what no display uses is closed, so that
  /// the kernel can free it.
  func takeDevices() -> [TransferableDevice] {
    defer { inherited = [] }
    return inherited
  }

  /// Notes a call that succeeded.
  func note(_ call: Call, at time: Int64, reader: Peer?, origin: CallJournal.Origin = .client) {
    journal.note(call, at: time, reader: reader, origin: origin)
  }

  /// Removes the failure, which a lease may have ended.
  func endFailure() { journal.remove(["ReportFailure"]) }

  /// Leaves the loader to the theme, which has one for the mode that follows that of the command line.
  func endCommandLine() { journal.endCommandLine() }

  /// Removes the theme's loader, after a reload of a configuration without a theme.
  func endTheme() { journal.endTheme() }

  /// Removes a call of the predecessor that was refused in the replay.
  func forget(_ entry: CallJournal.Entry) { journal.forget(entry) }

  /// Keeps the background colour that the boot loader left, unless a predecessor has found it.
  func setBackground(_ color: Color?) {
    if !hasPredecessor { journal.background = color?.rgb }
  }

  /// Brings the file descriptor store up to date with the devices that are open.
  func store(_ devices: [TransferableDevice]) {
    for device in devices where !stored.contains(device.path) {
      stored.append(device.path)
      manager.keep(device.descriptor, name: DeviceName.name(of: device.path))
    }
    for path in stored where !devices.contains(where: { $0.path == path }) {
      stored.removeAll { $0 == path }
      manager.forget(name: DeviceName.name(of: path))
    }
  }

  /// The journal for a running successor, with the framebuffers that are on the screens now.
  func journal(_ displays: Displays, _ progress: ScreenProgress) -> Bytes {
    journal.isReleased = displays.session.isReleased
    journal.terminal = displays.inheritableTerminal
    note(progress)
    journal.framebuffers = displays.transferableDevices.flatMap { $0.framebuffers }
    hasNewProgress = true  // the file is not written here, and the successor may fail
    return journal.save()
  }

  /// When `dispatch` has something to write.
  var deadline: Int64? {
    let isDue = journal.isChanged || hasNewProgress || hasFailed || mustLookAgain
    return !isEnded && !path.isEmpty && isDue ? nextSave : nil
  }

  /// Writes the journal when it has changed, at most every 100 ms.
  ///
  /// `generation` is that of the screen model, which has another one if `progress` has changed.
  func dispatch(
    now: Int64, _ displays: Displays, generation: Int, _ progress: @autoclosure () -> ScreenProgress
  ) {
    journal.isReleased = displays.session.isReleased
    if generation != self.generation {
      self.generation = generation
      let progress = progress()
      if progress != self.progress { (self.progress, hasNewProgress) = (progress, true) }
    }
    mustLookAgain = now < nextSave
    if mustLookAgain { return }
    nextSave = now + RestartState.saveInterval
    journal.terminal = displays.inheritableTerminal
    journal.framebuffers = displays.transferableDevices.flatMap { $0.framebuffers }
    if journal.isChanged || hasNewProgress || hasFailed { save() }
    if hasFailed { nextSave = now + RestartState.retryInterval }
  }

  private static var saveInterval: Int64 { 100_000_000 }
  private static var retryInterval: Int64 { 1_000_000_000 }

  /// Writes the journal at once, for a successor that starts immediately.
  func save() {
    if path.isEmpty || isEnded { return }
    if hasNewProgress { note(progress) }
    hasNewProgress = false
    do throws(SystemError) {
      try File.replace(path, with: journal.save().utf8)
      hasFailed = false
    } catch {
      // While the root changes, this process does not see /run.
      if !hasFailed, error.code != Errno.noSuchFileOrDirectory {
        Daemon.log("\(path): \(error.text); a restart would show an older picture")
      }
      hasFailed = true
    }
  }

  private func note(_ progress: ScreenProgress) {
    journal.progress = progress.model?.state ?? .null
    journal.shownProgress = progress.shown?.state ?? .null
    journal.isPartDecided = progress.isPartDecided
  }

  /// Removes the journal, when no successor is wanted, and notes that the daemon has ended on request. Later calls do
  /// nothing: the files may be those of another loaderd by then.
  func end() {
    if isEnded { return }
    isEnded = true
    if path.isEmpty { return }
    File.remove(path)
    try? File.replace(endMarker, with: [])  // without the marker, `--if-running` may start the daemon again
  }
}
