internal import CWayland
import System
import Support

/// The outputs of a Wayland compositor, each with our surface on it.
final class WaylandBackend: Backend {
  let kind: StaticString = "wayland"
  let isNested = true
  private(set) var outputs: [any Output] = []

  private let socket: WaylandSocket
  private let outputConfiguration: OutputConfiguration
  private let loop: EventLoop
  private let say: (Bytes) -> Void
  private var connection: WaylandConnection?
  private var isOpen = false
  /// Why there is no connection.
  private var refusal: Bytes = ""
  /// When a compositor that has not said what it offers is called slow.
  private var deadline: Int64?
  private var nextTry: Int64?
  /// When the conversation began.
  private var begun: Int64 = 0
  private var patience = WaylandBackend.shortest
  /// Tells when a socket comes.
  private var watch: (folder: FolderWatch, token: EventLoop.Token)?

  private static var shortest: Int64 { 50_000_000 }
  /// Between attempts to connect, and to start anew with one that ended the conversation.
  private static var longest: Int64 { 1_000_000_000 }
  private static var longestAfterEnd: Int64 { 60_000_000_000 }
  /// In which it may answer, as one that a socket unit starts takes its time; and after which it is there to stay.
  private static var answer: Int64 { 5_000_000_000 }

  init(_ outputConfiguration: OutputConfiguration, _ loop: EventLoop, say: @escaping (Bytes) -> Void) {
    (self.outputConfiguration, self.loop, self.say) = (outputConfiguration, loop, say)
    socket = WaylandSocket(outputConfiguration.compositor)
  }

  var isConfigured: Bool { !socket.path.isEmpty }

  static var lackOfLibrary: Bytes {
    "libwayland-client.so.0 is missing, or older than 1.20; install libwayland-client0"
  }

  var isPending: Bool { outputs.isEmpty && deadline != nil }

  var status: BackendStatus {
    if !outputs.isEmpty { return .showing }
    guard let connection else { return .absent }
    return connection.isUsable || !connection.isSurveyed ? .waiting : .absent
  }

  var reason: Bytes {
    guard let connection, outputs.isEmpty else { return refusal }
    if connection.isSurveyed, !connection.isUsable {
      return "\(place) lacks wl_compositor 4, wl_shm or a shell (xdg_wm_base, zwlr_layer_shell_v1); use another"
    }
    for monitor in connection.monitors { if let trouble = monitor.trouble { return trouble } }
    if deadline != nil { return "" }
    return connection.isSurveyed && connection.monitors.isEmpty
      ? "\(place) has no output; waiting for one" : "\(place) does not answer; waiting for it"
  }

  private var place: Bytes { socket.path.isEmpty ? "the compositor" : "the compositor at \(socket.path)" }

  var wakeUp: Int64? {
    var time = min(nextTry ?? .max, deadline ?? .max)
    for monitor in connection?.monitors ?? [] { time = min(time, monitor.output?.deadline ?? .max) }
    return time == .max ? nil : time
  }

  func open(now: Int64, isActive: Bool) {
    if isOpen { return }
    isOpen = true
    connect(now)
  }

  func close() {
    if !isOpen { return }
    isOpen = false
    disconnect()
    (nextTry, refusal) = (nil, "")
    unwatch()
  }

  func dispatch(now: Int64, isActive: Bool) -> Bool {
    guard isOpen else { return false }
    if let time = nextTry, time <= now { connect(now) }
    if let time = deadline, time <= now { deadline = nil }
    guard let connection else { return false }
    if let end = connection.end {
      disconnect()
      refusal = "\(place): \(end); trying again"
      watchFolder()
      later(now, WaylandBackend.longestAfterEnd)
      return true
    }
    // An error may come after some frames, each time.
    if connection.isProven, now > begun + WaylandBackend.answer { patience = WaylandBackend.shortest }
    for monitor in connection.monitors { if let line = monitor.output?.complaint(now: now) { say(line) } }
    if !connection.hasNews { return false }
    connection.hasNews = false
    return settle(connection, now)
  }

  private func settle(_ connection: WaylandConnection, _ now: Int64) -> Bool {
    var isChanged = false, hasPrimary = outputConfiguration.rules.contains { $0.role == .primary }
    // The next one may be coming.
    if !outputs.isEmpty { deadline = now + WaylandBackend.answer }
    outputs = []
    for monitor in connection.monitors {
      var rule = outputConfiguration.rule(for: monitor.name)
      if rule.role == nil, !hasPrimary { (rule.role, hasPrimary) = (.primary, true) }
      if monitor.settle(rule, socket.path) { isChanged = true }
      guard let output = monitor.output else { continue }
      outputs.insert(output, at: rule.role == .primary ? 0 : outputs.count)
    }
    connection.flush()
    if !outputs.isEmpty || connection.isSurveyed && !connection.isUsable { deadline = nil }
    return isChanged
  }

  private func connect(_ now: Int64) {
    nextTry = nil
    // Before somebody could begin to listen unseen.
    let isTold = !socket.path.isEmpty && watchFolder()
    do throws(OutputError) {
      let descriptor = try socket.connected()
      if wayland_is_available() == 0 { throw OutputError(WaylandBackend.lackOfLibrary) }
      connection = WaylandConnection(descriptor, loop)
      if connection == nil { throw OutputError("no memory for a connection") }
      (refusal, begun, deadline) = ("", now, now + WaylandBackend.answer)
      unwatch()
    } catch {
      refusal = error.text
      if !socket.path.isEmpty { later(now, WaylandBackend.longest, isTold: isTold && error.cause?.isAbsence == true) }
    }
  }

  private func disconnect() {
    connection?.close()
    (connection, outputs, deadline) = (nil, [], nil)
  }

  /// Tries again: soon at first, and where nobody listens and we are told when something comes, not before that.
  private func later(_ now: Int64, _ longest: Int64, isTold: Bool = false) {
    patience = min(patience * 2, longest)
    nextTry = isTold && patience == longest ? nil : now + patience
  }

  /// Watches where the socket would come: a folder that was made anew is another one. Returns whether it is watched.
  @discardableResult private func watchFolder() -> Bool {
    if watch == nil, let folder = try? FolderWatch([]) {
      let token = try? loop.watch(folder.descriptor) { [unowned(unsafe) self] _ in
        _ = try? folder.descriptor.read(upTo: 4096)
        (nextTry, patience) = (0, WaylandBackend.shortest)
      }
      watch = token.map { (folder, $0) }
    }
    return watch?.folder.add(socket.folder) ?? false
  }

  private func unwatch() {
    if let watch { loop.forget(watch.token) }
    watch = nil
  }
}
