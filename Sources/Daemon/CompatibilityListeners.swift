import Compatibility
import System
import Support

/// The ways in that were there before us: what speaks to plymouthd, psplash, fbsplash or SWUpdate's progress clients finds us there.
final class CompatibilityListeners {
  private let plymouth: PlymouthListener
  private let swupdate: SWUpdateListener
  private var pipes: [SplashPipe] = []

  init(_ opened: CompatibilitySockets, _ loop: EventLoop, _ delegate: any CompatibilityDelegate) throws(SystemError) {
    plymouth = PlymouthListener(loop, delegate)
    swupdate = SWUpdateListener(opened.swupdate, loop, delegate)
    for socket in opened.plymouth { try plymouth.listen(on: socket) }
    for (fifo, dialect) in opened.pipes { pipes.append(try SplashPipe(fifo, dialect, loop, delegate)) }
  }

  /// When there is something to do without anybody's asking.
  var deadline: Int64? { [plymouth.deadline, swupdate.deadline].compactMap { $0 }.min() }

  func dispatch(now: Int64) {
    plymouth.dispatch(now: now)
    swupdate.dispatch(now: now)
  }

  var watchesKeys: Bool { plymouth.watchesKeys }

  /// Tells who waits for a character that was typed; false when nobody does.
  func press(_ character: UInt8) -> Bool { plymouth.press(character) }

  /// Shuts them, for another program.
  func close() {
    plymouth.close()
    swupdate.close()
    for pipe in pipes { pipe.close() }
  }
}
