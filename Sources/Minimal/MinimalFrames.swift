import Daemon
import Display
import Raster
import Support
import System

/// One iteration of the event loop: drawing frames that are due, and the next wake-up.
extension MinimalDaemon {
  func updateOutputs() {
    outputs = displays.outputs.map { ($0, 0, "") }
    eventLog.hasNewDevices = true
  }

  func redraw() { for index in outputs.indices { outputs[index].next = 0 } }

  func dispatch(now: Int64) {
    if displays.dispatch(now: now) { updateOutputs() }
    draw(now)
    server?.dispatch(now: now)
    if options.isOnce, first != nil { loop.stop() }
    watchdog.dispatch(now: now)
    if let rootDirectory, nextRootCheck <= now {
      nextRootCheck = now + 250_000_000
      if rootDirectory.follow() { self.rootDirectory = nil }
    }
    if let check = nextReplacementCheck, check <= now {
      nextReplacementCheck = now + 50_000_000
      if displays.isReplaced {
        eventLog.endReason = EventLog.replaced
        loop.stop()
      }
    }
    handover?.dispatch(now: now)
    if !hasSuccessor { eventLog.dispatch(now: now, displays, mode: screen.mode) }
    var earliest = EarliestDeadline()
    for index in outputs.indices { earliest.add(deadline(index, now)) }
    earliest.add(displays.wakeUp)
    earliest.add(server?.deadline)
    earliest.add(watchdog.deadline)
    earliest.add(nextReplacementCheck)
    earliest.add(eventLog.deadline)
    earliest.add(handover?.deadline)
    if rootDirectory != nil { earliest.add(nextRootCheck) }
    timer.set(earliest.time)
  }

  /// When the next frame of an output is drawn; nil if none is wanted, or if it cannot be drawn on.
  func deadline(_ index: Int, _ now: Int64) -> Int64? {
    guard let next = outputs[index].next, let earliest = outputs[index].output.earliest(now: now) else { return nil }
    return max(next, earliest)
  }

  /// Draws the frames that are due.
  func draw(_ now: Int64) {
    for index in outputs.indices where deadline(index, now) ?? .max <= now {
      let output = outputs[index].output, size = output.description, clock = output.frameClock
      let target = options.isOnce ? start : clock.target(now: now)
      let frame = screen.frame(at: target, width: size.width, height: size.height, rotation: size.rotation)
      let drawOps = size.role == .blank ? [] : frame.drawOps
      do throws(OutputError) {
        let result = try output.present(drawOps, over: size.role == .blank ? .black : frame.background, now: now)
        outputs[index].failure = ""
        if result == .outdated {
          outputs[index].next = now + 8_000_000
          continue
        }
        if first == nil { first = Double(Clock.nanoseconds - start) / 1e9 }
        let soonest = result == .shown ? 0 : now + clock.period
        outputs[index].next = frame.next.map { max(soonest, output.frameClock.start(for: $0)) }
        if outputs[index].next ?? .max > now + 2 * clock.period { output.frameClock.rested() }
      } catch {
        if outputs[index].failure != error.text { MinimalDaemon.log(error.text) }
        outputs[index].failure = error.text
        outputs[index].next = now + clock.period
      }
    }
  }
}
