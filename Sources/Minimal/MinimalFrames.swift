import DaemonCore
import Display
import Support
import System

/// One iteration of the event loop: drawing frames that are due, and the next wake-up.
extension MinimalDaemon {
  func updateOutputs() {
    outputSchedulers = displays.outputs.map { OutputScheduler($0, log: MinimalDaemon.log) }
    eventRecorder.hasNewDevices = true
  }

  func redraw() { for scheduler in outputSchedulers { scheduler.redraw() } }

  func dispatch(now: Int64) {
    if hasSuccessor || loop.work == .nothing { return }  // a successor has the state
    if displays.dispatch(now: now) { updateOutputs() }
    drawDueFrames(now)
    server?.dispatch(now: now)
    if options.isOnce, frameTimes.hasFirst { loop.stop() }
    watchdog.dispatch(now: now)
    if rootDirectory?.follow(now: now) == true { rootDirectory = nil }
    if displays.areRetainedPicturesReplaced {
      eventRecorder.endReason = EventRecorder.replaced
      loop.stop()
    }
    successorListener?.dispatch(now: now)
    eventRecorder.dispatch(now: now, displays, mode: screen.mode)
    var earliest = EarliestDeadline()
    for scheduler in outputSchedulers { earliest.add(scheduler.deadline(now: now)) }
    earliest.add(displays.deadline)
    earliest.add(server?.deadline)
    earliest.add(watchdog.deadline)
    earliest.add(eventRecorder.deadline)
    earliest.add(successorListener?.deadline)
    earliest.add(rootDirectory?.deadline)
    timer.set(earliest.time)
  }

  /// Draws the frames that are due, one output after the other.
  func drawDueFrames(_ now: Int64) {
    for scheduler in outputSchedulers where scheduler.deadline(now: now) ?? .max <= now {
      let size = scheduler.output.description
      let target = options.isOnce ? frameTimes.start : scheduler.output.frameClock.target(now: now)
      let frame = screen.frame(at: target, width: size.width, height: size.height, rotation: size.rotation)
      if scheduler.show(frame, at: target, next: frame.next, copying: nil, now: now) {
        frameTimes.submitted(frame.time, now: Clock.nanoseconds)
      }
    }
  }
}
