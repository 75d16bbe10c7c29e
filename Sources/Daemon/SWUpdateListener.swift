import Compatibility
import System
import Support
import Varlink

/// A client of SWUpdate's progress socket. While there is none it sleeps until something comes into the socket's folder.
final class SWUpdateListener {
  /// Nanoseconds after a refusal, or a connection's end.
  private static var interval: Int64 { 1_000_000_000 }
  /// Nanoseconds in which things come into folders together.
  private static var settling: Int64 { 100_000_000 }
  /// A socket of which nobody takes us so often is a dead server's.
  private static var attemptLimit: Int { 30 }

  private let paths: [Bytes]
  private let loop: EventLoop
  private unowned(unsafe) let delegate: any CompatibilityDelegate
  private var stream = SWUpdateStream()
  private var translator = SWUpdateTranslator()
  private var token: EventLoop.Token?
  private var watch: EventLoop.Token?
  private var attempts = 0
  /// When to look for a server next; nil waits for something to come.
  private(set) var deadline: Int64? = 0

  init(_ paths: [Bytes], _ loop: EventLoop, _ delegate: any CompatibilityDelegate) {
    (self.paths, self.loop, self.delegate) = (paths, loop, delegate)
    if paths.isEmpty { deadline = nil }
  }

  func dispatch(now: Int64) {
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    // Watched first: what comes while we look is not missed.
    watchFolders()
    if watch == nil { self.deadline = now + SWUpdateListener.interval }
    var isRefused = false
    for path in paths where File.isSocket(path) {
      if connect(path) { return }
      isRefused = true
    }
    attempts = isRefused ? attempts + 1 : 0
    if isRefused, attempts <= SWUpdateListener.attemptLimit { self.deadline = now + SWUpdateListener.interval }
  }

  /// Folders that are not there yet come into the folder above.
  private func watchFolders() {
    var folders: [Bytes] = []
    for path in paths {
      let folder = path.folder
      for folder in [folder, folder.folder] where folder.count > 1 && !folders.contains(folder) {
        folders.append(folder)
      }
    }
    if watch != nil { return }
    guard let events = try? FolderWatch(folders) else { return }
    watch = try? loop.watch(events.descriptor) { [unowned(unsafe) self] _ in
      // In a busy folder a few looks a second are enough.
      ignore()
      attempts = 0
      deadline = Clock.nanoseconds + SWUpdateListener.settling
    }
  }

  private func ignore() {
    if let watch { loop.forget(watch) }
    watch = nil
  }

  /// Others may put a socket into /tmp: only root is listened to, and who is our own user.
  private func connect(_ path: Bytes) -> Bool {
    guard let descriptor = try? Socket.connectedAtOnce(to: path), let peer = try? Peer(of: descriptor), peer.isOurs
    else {
      return false
    }
    guard let token = try? loop.watch(descriptor, { [unowned(unsafe) self] _ in read(descriptor) }) else {
      return false
    }
    self.token = token
    stream = SWUpdateStream()
    (attempts, deadline) = (0, nil)
    ignore()
    return true
  }

  /// Whatever is shown meanwhile, all is read at once: the server stops the update for a client that does not.
  private func read(_ descriptor: FileDescriptor) {
    do throws(SystemError) {
      guard let bytes = try descriptor.read(upTo: 65536) else { return }
      for frame in stream.feed(bytes) {
        for call in translator.handle(frame) { _ = delegate.perform(call) }  // nobody waits for an answer
      }
      if !bytes.isEmpty, !stream.isBroken { return }
    } catch {
      // The server has gone, as at the end.
    }
    end()
    deadline = Clock.nanoseconds + SWUpdateListener.interval
  }

  private func end() {
    if let token { loop.forget(token) }
    token = nil
  }

  func close() {
    end()
    ignore()
    deadline = nil
  }
}

extension Bytes {
  /// A path without its last part.
  fileprivate var folder: Bytes { Bytes(utf8[..<(utf8.lastIndex(of: 0x2F) ?? 0)]) }
}
