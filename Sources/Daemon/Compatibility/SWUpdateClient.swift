import Compatibility
import ScreenAPI
import Support
import System
import Varlink

/// A client of SWUpdate's progress socket. While the socket does not exist, it waits for a change in the socket's
/// folder.
final class SWUpdateClient {
  /// Nanoseconds before the next attempt after a refusal, or after a connection has ended.
  private static var retryInterval: Int64 { 1_000_000_000 }
  /// Nanoseconds to wait after a change in a folder, so that several changes cause one attempt.
  private static var changeDelay: Int64 { 100_000_000 }
  /// Attempts that are refused in sequence before a socket is taken for that of a server that has died.
  private static var attemptLimit: Int { 30 }

  /// Nanoseconds for the first message after a connection was lost in an update. Where systemd listens, it accepts the
  /// next connection also for a server that has ended.
  private static var silenceLimit: Int64 { 10_000_000_000 }

  private let paths: [Bytes]
  private let loop: EventLoop
  private unowned(unsafe) let delegate: any CompatibilityDelegate
  private var stream = SWUpdateStream()
  private var translator = SWUpdateTranslator()
  /// Whether we have set mode `update`, in place of `boot`.
  private var hasSetMode = false
  /// The process at the other end of the last connection.
  private var server: Int?
  /// The connection in the event loop.
  private var token: EventLoop.Token?
  /// The folders of the sockets.
  private var watch: FolderWatch?
  private var attempts = 0
  /// When to try to connect next, or while connected, when an update that was lost has failed; nil waits for an event.
  private(set) var deadline: Int64? = 0

  init(_ paths: [Bytes], _ loop: EventLoop, _ delegate: any CompatibilityDelegate) {
    self.paths = paths
    self.loop = loop
    self.delegate = delegate
    if paths.isEmpty { deadline = nil }
  }

  func dispatch(now: Int64) {
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    if token != nil { return endLostUpdate() }
    // Before the attempt, so that a socket that is created meanwhile is noticed.
    watchFolders()
    if watch == nil { self.deadline = now + SWUpdateClient.retryInterval }
    var isRefused = false
    for path in paths where File.isTrustedSocket(path) {
      if connect(path) { return }
      isRefused = true
    }
    endLostUpdate()
    attempts = isRefused ? attempts + 1 : 0
    if isRefused, attempts <= SWUpdateClient.attemptLimit { self.deadline = now + SWUpdateClient.retryInterval }
  }

  /// Watches the folders of the sockets and the folders above them, in which they may be created.
  private func watchFolders() {
    if watch == nil {
      watch = try? FolderWatch(loop) { [unowned(unsafe) self] in
        watch?.isPaused = true  // until the next attempt, which limits the work for a busy folder
        attempts = 0
        deadline = Clock.nanoseconds + SWUpdateClient.changeDelay
      }
    }
    guard let watch else { return }
    watch.isPaused = false
    for path in paths {
      let folder = path.parentFolder
      // The one above first: the other may be created meanwhile.
      for folder in [folder.parentFolder, folder] where folder.count > 1 { watch.add(folder) }
    }
  }

  /// Connects to a socket; false if that fails, or if the server runs as another user than root and our own one.
  private func connect(_ path: Bytes) -> Bool {
    guard let descriptor = try? Socket.connectedAtOnce(to: path), let peer = try? Peer(of: descriptor), peer.isTrusted
    else {
      return false
    }
    guard let token = try? loop.watch(descriptor, { [unowned(unsafe) self] _ in read(descriptor) }) else {
      return false
    }
    self.token = token
    if peer.process != server { endLostUpdate() }
    server = peer.process
    stream = SWUpdateStream()
    attempts = 0
    deadline = translator.isUpdating ? Clock.nanoseconds + SWUpdateClient.silenceLimit : nil
    watch?.isPaused = true
    return true
  }

  /// Reads all that has arrived at once: SWUpdate blocks while a client does not read.
  private func read(_ descriptor: FileDescriptor) {
    do throws(SystemError) {
      guard let bytes = try descriptor.read(upTo: 65536) else { return }
      for frame in stream.feed(bytes) {
        deadline = nil
        let wasUpdating = translator.isUpdating, calls = translator.handle(frame)
        if translator.isUpdating, !wasUpdating { beginUpdate() }
        let isEnd =
          switch frame.status {
          case .failure: true
          case .success: !translator.reboots
          case .idle, .done: wasUpdating
          default: false
          }
        if isEnd { endUpdate() }
        for call in calls { _ = delegate.perform(call) }  // the protocol has no replies
      }
      if !bytes.isEmpty, !stream.isBroken { return }
    } catch {
      // The server has closed the connection.
    }
    disconnect()
    deadline = Clock.nanoseconds + SWUpdateClient.retryInterval
  }

  /// A mode other than `boot` was chosen by somebody, and stays.
  private func beginUpdate() {
    if delegate.mode != .boot { return }
    hasSetMode = true
    setMode(.update)
  }

  /// Comes before the report of the failure, which a change of the mode removes. After a success the mode stays if the
  /// machine is rebooted.
  private func endUpdate() {
    if hasSetMode, delegate.mode == .update { setMode(.boot) }
    hasSetMode = false
  }

  /// The server has ended, or is another process now: its update will not be reported any more.
  private func endLostUpdate() {
    guard let call = translator.serverEnded() else { return }
    endUpdate()
    _ = delegate.perform(call)
  }

  private func setMode(_ mode: ScreenMode) {
    _ = delegate.perform(Call(screen: "SetMode", JSON.Member("mode", .string(mode.name))))
  }

  private func disconnect() {
    if let token { loop.forget(token) }
    token = nil
  }

  func close() {
    disconnect()
    watch?.isPaused = true
    deadline = nil
  }
}
