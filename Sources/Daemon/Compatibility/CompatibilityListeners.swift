import Compatibility
import Support
import System

/// The listeners at the addresses of plymouthd, psplash and fbsplash, and the client of SWUpdate's progress socket.
final class CompatibilityListeners {
  private let plymouth: PlymouthListener
  private let swupdate: SWUpdateClient
  private var pipes: [SplashPipe] = []
  private var pidFile: PlymouthPidFile?

  /// `isInitramfs`: no file says that plymouthd's socket is served.
  init(
    _ sockets: CompatibilitySockets, isInitramfs: Bool, _ loop: EventLoop, _ delegate: any CompatibilityDelegate
  ) throws(SystemError) {
    plymouth = PlymouthListener(loop, delegate)
    pidFile = sockets.isPlymouth && Peer.isRoot && !isInitramfs ? PlymouthPidFile() : nil
    swupdate = SWUpdateClient(sockets.swupdate, loop, delegate)
    for socket in sockets.plymouth { try plymouth.listen(on: socket) }
    for (fifo, dialect) in sockets.pipes { pipes.append(try SplashPipe(fifo, dialect, loop, delegate)) }
  }

  /// When `dispatch` has something to do; nil if only events do.
  var deadline: Int64? {
    var earliest = EarliestDeadline()
    earliest.add(plymouth.deadline)
    earliest.add(swupdate.deadline)
    return earliest.time
  }

  func dispatch(now: Int64) {
    plymouth.dispatch(now: now)
    swupdate.dispatch(now: now)
  }

  /// Writes plymouthd's PID file again: after a fork it names the parent, and a successor that has failed may have
  /// written its own, if it is of an older version.
  func rewritePidFile() { pidFile?.write() }

  /// Whether a client waits for a key.
  var watchesKeys: Bool { plymouth.watchesKeys }

  /// Sends a character that was typed to the client that waits for it; false if there is none.
  func keyPressed(_ character: UInt8) -> Bool { plymouth.keyPressed(character) }

  /// Closes all addresses, so that another program can use them.
  func close() {
    pidFile?.remove()
    pidFile = nil
    plymouth.close()
    swupdate.close()
    for pipe in pipes { pipe.close() }
  }
}
