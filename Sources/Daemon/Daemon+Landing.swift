import DaemonCore
import Display
import Loaders
import Support
import System

/// The landing, before another program or a text replaces the picture.
extension Daemon {
  /// Fades out over the windows of a compositor, and then does `action`. Does it at once on other outputs.
  func fadeOut(then action: AfterLanding.Action) {
    let canFade = displays.isNested && displays.outputs.allSatisfy { $0.canFade }
    land(canFade ? .transparent : .unchanged, then: action)
  }

  /// Lands as the theme says, and then does `action`.
  ///
  /// - Parameters:
  ///   - fallback: How it lands where the theme does not say it.
  ///   - isWaiting: Whether a client waits for `action`: then the landing is skipped to its last frame.
  func landAsThemed(else fallback: Landing.Kind, isWaiting: Bool, then action: AfterLanding.Action) {
    let kind = displays.ownsDisplay ? model.theme?.landing ?? fallback : .unchanged
    land(kind, isWaiting: isWaiting, then: action)
  }

  private func land(_ kind: Landing.Kind, isWaiting: Bool = false, then action: AfterLanding.Action) {
    if kind == .unchanged || !frameTimes.hasFirst || outputSchedulers.isEmpty {
      if action != .yield { afterLanding = nil }
      return perform(action)
    }
    if afterLanding?.action == action || isEnding && action == .yield { return }
    let now = Time(nanoseconds: Clock.nanoseconds)
    let landing = Landing(kind, at: isWaiting ? now - Landing.duration : now)
    model.screen.landing = landing
    // The text replaces the last faint pictures: a display that is black for a moment looks like a fault.
    let isCut = kind == .background && action == .stop
    let end = isCut ? landing.end - Time(seconds: 0.06) : landing.end
    afterLanding = AfterLanding(action: action, isNested: displays.isNested, end: end.nanoseconds)
    redraw()
  }

  /// Whether the daemon ends after the landing.
  var isEnding: Bool { afterLanding.map { $0.action != .yield } ?? false }

  /// Shows the screen again as it was before its landing.
  func cancelLanding() {
    afterLanding = nil
    if model.screen.landing == nil { return }
    model.screen.landing = nil
    redraw()
  }

  /// Does what comes after the landing, when its end has been shown.
  func dispatchLanding(_ now: Int64) {
    guard let after = afterLanding else { return }
    // The compositor has ended before the daemon did, and the application with it.
    if after.isNested, !displays.isNested, handoverWait != nil { return cancelLanding() }
    let isShown = outputSchedulers.allSatisfy { $0.newestTarget >= after.end }
    guard isShown || after.deadline <= now else { return }
    afterLanding = nil
    perform(after.action)
  }

  private func perform(_ action: AfterLanding.Action) {
    switch action {
    case .stop: loop.stop()
    case .yield: displays.yield()
    case .retain:
      guard displays.hasPictures else { return loop.stop() }
      handoverWait = nil
      // Closing the device removes our framebuffers (drm_fb_release, drivers/gpu/drm/drm_framebuffer.c): it stays open.
      displays.retain()
      server?.endMonitors(stateReply)
      server?.close()
      compatibility?.close()
      if let ownSocket { File.remove(ownSocket) }
      ownSocket = nil  // another loaderd may listen there from now on
      endWithoutSuccessor()
      leaveClientsToSuccessor()
    }
  }

  /// Closes our sockets. A client that connects to one of the service manager's ends this process, and is served by the
  /// successor that is started then and takes over the picture.
  private func leaveClientsToSuccessor() {
    listeningSockets = []
    for socket in manager.sockets {
      _ = try? loop.watch(socket) { [unowned(unsafe) self] _ in
        end = .restarting
        loop.stop()
      }
    }
  }
}
