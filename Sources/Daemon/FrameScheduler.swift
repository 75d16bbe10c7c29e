import Images
import Input
import System
import Loaders
import Support
import Display
import Varlink
import Raster
import Scene
import Text
import Progress

/// What is due, when to wake up, and the frames.
extension Daemon {
  /// What is due, and then when to wake up.
  func dispatch() {
    let now = Clock.nanoseconds
    model.removeFinished(at: now)
    workers.dispatch(now: now)
    if displays.dispatch(now: now) { updateOutputs() }
    if let end = replayDeadline, workers.isEmpty || end <= now { replayDeadline = nil }
    if replayDeadline == nil { for view in outputSchedulers where view.due(now: now) ?? .max <= now { draw(view, now) } }
    server?.dispatch(now: now)
    if hasNoUsableDisplay {
      Daemon.log(Daemon.noDisplay)
      status = 1
    }
    if isOnce, firstFrame != nil || status != 0 { loop.stop() }
    // After the first picture: nothing of this may keep it waiting.
    if firstFrame != nil || outputSchedulers.isEmpty { dispatchBackgroundWork(now) }
    timer.set(nextWakeUp(now))
  }

  /// What can wait until there is a picture.
  func dispatchBackgroundWork(_ now: Int64) {
    if let ping = nextPing, ping <= now, let interval = manager.watchdog {
      manager.notify("WATCHDOG=1")
      nextPing = now + interval / 2
    }
    if firstFrame != nil { themeGate?.isOpen = false }
    loader?.dispatch(now: now, configuration)
    compatibility?.dispatch(now: now)
    cpuThrottle?.dispatch(now: now, isMoving: outputSchedulers.contains { $0.wanted ?? .max < now + 1_000_000_000 })
    if let look = nextReplacementCheck, look <= now {
      nextReplacementCheck = now + 50_000_000
      if displays.isReplaced { loop.stop() }
    }
    if let historyStore, !historyStore.isRead, firstFrame != nil {
      model.setDurationHistory(historyStore.read(), estimating: configuration.estimates, at: now)
      redraw()
    }
    updateKernelMessages()
    dispatchInput(now)
    notifyMonitors(now)
    if now >= lastTrim + 1_000_000_000, server?.takeRelief() == true {
      lastTrim = now
      Heap.trim()
    }
    restartState.dispatch(now: now, displays.session, displays.retainedDevices)
  }

  func nextWakeUp(_ now: Int64) -> Int64? {
    let save = firstFrame != nil ? restartState.deadline : nil
    let compatibilityDeadline = firstFrame != nil || outputSchedulers.isEmpty ? compatibility?.deadline : nil
    let times =
      (replayDeadline.map { [$0] } ?? outputSchedulers.map { $0.due(now: now) })
      + [
        displays.wakeUp, nextPing, server?.deadline, compatibilityDeadline, cpuThrottle?.deadline, nextReplacementCheck, save, monitorDeadline(now),
        workers.deadline, firstFrame != nil ? loader?.deadline : nil, inputs.deadline, waits.map { $0.deadline }.min(),
      ]
    return times.compactMap { $0 }.min()
  }

  /// Outputs came, went, or can be drawn on again.
  func updateOutputs() {
    outputSchedulers = displays.outputs.map { output in
      let view = outputSchedulers.first { $0.output === output } ?? OutputScheduler(output)
      view.wanted = 0
      return view
    }
    restartState.keep(displays.retainedDevices)
  }

  func draw(_ view: OutputScheduler, _ now: Int64) {
    let size = view.output.description, frameClock = view.output.frameClock
    let context = Context(typesetter, scale: scale(of: size, in: model))
    var frame = model.frame(at: frameClock.target(now: now), width: size.width, height: size.height, context)
    if size.role == .blank { frame = ScreenFrame(drawOps: [], time: frame.time, change: .never) }
    do throws(OutputError) {
      let result = try view.output.present(frame.drawOps, over: background(of: size), now: now)
      view.failure = ""
      if result == .outdated {
        view.wanted = now + 8_000_000
        return
      }
      frameTime = frame.time
      if firstFrame == nil { firstFrame = Double(Clock.nanoseconds - started) / 1e9 }
      switch frame.change {
      case .always:
        // An animation can repeat a picture: the next frame may differ again.
        view.wanted = result == .shown ? 0 : now + frameClock.period
      case .at(let time): view.wanted = time.nanoseconds
      case .never: view.wanted = nil
      }
      if view.wanted ?? .max > now + 2 * frameClock.period { view.output.rest() }
    } catch {
      if view.failure != error.text { Daemon.log(error.text) }
      view.failure = error.text
      view.wanted = 0
    }
  }

  func redraw() { for view in outputSchedulers { view.wanted = 0 } }

  func scale(of output: OutputDescription, in model: ScreenModel) -> Double {
    model.scale ?? configuration.scale ?? output.scale
  }

  func background(of output: OutputDescription) -> Color {
    output.role == .blank ? .black : model.screen.background.color
  }
}
