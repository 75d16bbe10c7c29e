import DaemonCore
import Display
import Loaders
import Progress
import Scene
import Settings
import Support
import System

/// One iteration of the event loop: drawing frames that are due, background work, and the next wake-up.
extension Daemon {
  /// Runs after each batch of events: does what is due at `now`, and sets the timer for the next deadline.
  func dispatch(now: Int64) {
    if end == .handedOver { return }  // the successor has the state now
    switch loop.work {
    case .nothing: return
    case .frame: if now < animationEnd, continueAnimation(now) { return }
    case .all: break
    }
    model.removeFinished(at: now)
    workers.dispatch(now: now)
    if displays.dispatch(now: now) { updateOutputs() }
    if let deadline = replayDeadline, workers.isEmpty || deadline <= now {
      replayDeadline = nil
      replayJournal(waitingForFiles: false)
    }
    if let deadline = clientCallDeadline, deadline <= now { clientCallDeadline = nil }
    if !isAwaitingCall { drawDueFrames(now) }
    // After the first picture, which does not wait for it. Until ours has replaced that of a predecessor, clients wait:
    // it may go on.
    if predecessor == nil { listen() }
    server?.dispatch(now: now)
    if hasNoUsableDisplay {
      Daemon.log(Daemon.noDisplay)
      end = .failed
      return loop.stop()
    }
    if isOnce, frameTimes.hasFirst { loop.stop() }
    if firstFrameDeadline(now) == nil { dispatchBackgroundWork(now) }
    let deadline = nextWakeUp(now)
    animationEnd = isMoving(now) && !isDecidedByFrames ? min(deadline ?? .max, unmapTime ?? .max) : now
    setTimer(for: deadline, now)
  }

  /// Draws the frames that are due, and nothing else: most wake-ups are for the next frame of an animation. Returns
  /// false if there is other work: nothing moves any more, or a display has to be dispatched.
  private func continueAnimation(_ now: Int64) -> Bool {
    drawDueFrames(now)
    let deadline = min(displays.deadline ?? .max, animationEnd)
    if !isMoving(now) || deadline <= now { return false }
    setTimer(for: deadline, now)
    return true
  }

  /// Whether a frame decides what else is done: the first one, and the last one of a landing.
  private var isDecidedByFrames: Bool {
    !eventRecorder.hasPicture || !frameTimes.hasFirst || afterLanding != nil || isAwaitingCall
  }

  /// Whether no frame is drawn, because a call or its files are waited for.
  private var isAwaitingCall: Bool { replayDeadline != nil || clientCallDeadline != nil }

  /// Whether the picture changes within a second, if it can be drawn.
  private func isMoving(_ now: Int64) -> Bool {
    outputSchedulers.contains { $0.nextFrame ?? .max < now + 1_000_000_000 }
  }

  /// Sets the timer for a deadline and for the next frames.
  private func setTimer(for deadline: Int64?, _ now: Int64) {
    var earliest = EarliestDeadline()
    earliest.add(deadline)
    if !isAwaitingCall {
      for scheduler in outputSchedulers { earliest.add(scheduler.deadline(now: now)) }
    }
    timer.set(earliest.time)
  }

  /// Until when background work waits, so that it does not delay the first frame; nil if it does not wait. There may
  /// never be a first frame: another program can have the display, and a frame can fail.
  private func firstFrameDeadline(_ now: Int64) -> Int64? {
    let end = frameTimes.start + 1_000_000_000
    if frameTimes.hasFirst || now >= end { return nil }
    return outputSchedulers.contains { $0.output.earliest(now: now) != nil } ? end : nil
  }

  /// Everything but frames and calls: what is due at `now`, one part after the other.
  private func dispatchBackgroundWork(_ now: Int64) {
    watchdog.dispatch(now: now)
    openAfterFirstPicture()
    if replayDeadline == nil, !releasePredecessor() { return }
    dispatchRoot(now)
    if frameTimes.hasFirst {
      themeGate?.isOpen = false
      model.hasBeenShown = true
    }
    settingsLoader?.dispatch(now: now, configuration)
    compatibility?.dispatch(now: now)
    passwordRequests?.dispatch(now: now)
    dispatchSerialLines(now)
    let isDrawing = outputSchedulers.contains { $0.canDraw(now: now) }
    cpuThrottle?.dispatch(now: now, isMoving: isDrawing && isMoving(now))
    endIfReplaced()
    dispatchSuccessor(now)
    successorListener?.dispatch(now: now)
    dispatchHandoverWait(now)
    dispatchLanding(now)
    dispatchHistory(now)
    updateKernelMessages()
    dispatchInput(now)
    notifyMonitors(now)
    if server?.takeTrimRequest(now: now) == true { Heap.trim() }
    if let unmapTime, unmapTime <= now {
      self.unmapTime = nil
      ProgramFile.unmapUnused()
    }
    restartState.dispatch(now: now, displays, generation: model.generation, model.screenProgress)
    eventRecorder.dispatch(now: now, displays, mode: model.mode)
  }

  /// The earliest deadline of all parts but the frames (`CLOCK_MONOTONIC`, nanoseconds); nil if only frames and events
  /// can wake the daemon. A time in the past, such as 0, means at once.
  private func nextWakeUp(_ now: Int64) -> Int64? {
    var earliest = EarliestDeadline()
    earliest.add(clientCallDeadline ?? replayDeadline)
    earliest.add(model.screen.finishTime?.nanoseconds)
    earliest.add(displays.deadline)
    earliest.add(server?.deadline)
    earliest.add(workers.deadline)
    if let deadline = firstFrameDeadline(now) {
      earliest.add(deadline)
      return earliest.time
    }
    // In the order of `dispatchBackgroundWork`.
    earliest.add(watchdog.deadline)
    earliest.add(rootDirectory?.deadline)
    earliest.add(settingsLoader?.deadline)
    earliest.add(compatibility?.deadline)
    earliest.add(passwordRequests?.deadline)
    earliest.add(serialDeadline)
    earliest.add(cpuThrottle?.deadline)
    earliest.add(successorDeadline ?? (isRestarting ? filesDeadline : nil))
    earliest.add(successorListener?.deadline)
    if afterLanding == nil { earliest.add(handoverWait?.deadline) }
    earliest.add(afterLanding?.deadline)
    earliest.add(historyDeadline)
    earliest.add(inputs.deadline)
    earliest.add(keyWaits.deadline)
    earliest.add(monitorDeadline)
    earliest.add(restartState.deadline)
    earliest.add(eventRecorder.deadline)
    earliest.add(model.messageEnd?.nanoseconds)
    return earliest.time
  }

  /// Ends the predecessor, if there is one, and serves its clients. Returns false if it goes on and we end.
  private func releasePredecessor() -> Bool {
    guard let predecessor else { return true }
    let clients = predecessor.descriptors(named: "client")
    guard predecessor.release() else {
      Daemon.log("the first picture came too late: the loaderd before goes on")
      end = .failed
      loop.stop()
      return false
    }
    displays.endSharing()
    listen()
    server?.add(clients)
    self.predecessor = nil
    return true
  }

  private func dispatchHistory(_ now: Int64) {
    if let historyDeadline, historyDeadline <= now {
      historyStore?.read(workers) { [unowned(unsafe) self] history in
        model.setDurationHistory(history, estimating: configuration.estimatesBoot, at: Clock.nanoseconds)
        writeUrgentHistory()
        redraw()
      }
    }
    historyStore?.dispatch()
  }

  /// The first picture does not wait for the history.
  private var historyDeadline: Int64? {
    frameTimes.hasFirst || displays.outputs.isEmpty || displays.session.isLent ? historyStore?.deadline : nil
  }

  private func dispatchSerialLines(_ now: Int64) {
    if !displays.outputs.isEmpty { return }
    let time = Time(nanoseconds: now)
    serialLines?.dispatch(now: now, model.texts(at: time), progress: model.screen.shownProgress(at: time))
  }

  private var serialDeadline: Int64? { displays.outputs.isEmpty ? serialLines?.deadline : nil }

  /// Takes over the outputs of the displays after some came, went, or can be drawn on again.
  func updateOutputs() {
    outputSchedulers = displays.outputs.map { output in
      let scheduler = outputSchedulers.first { $0.output === output } ?? OutputScheduler(output, log: Daemon.log)
      scheduler.redraw()
      return scheduler
    }
    restartState.store(displays.transferableDevices)
    eventRecorder.hasNewDevices = true
  }

  /// Draws the frames that are due, one output after the other.
  func drawDueFrames(_ now: Int64) {
    for scheduler in outputSchedulers where scheduler.deadline(now: now) ?? .max <= now { draw(scheduler, now) }
  }

  /// Draws and shows the next frame of an output.
  private func draw(_ scheduler: OutputScheduler, _ now: Int64) {
    let size = scheduler.output.description
    let context = Context(typesetter, scale: scale(of: size))
    // The only frame is the first one of the animation, however long the start took.
    var target = isOnce ? frameTimes.start : scheduler.output.frameClock.target(now: now)
    // Displays of one size share frames: each shows them less than half a refresh earlier or later than its own.
    let twin = scheduler.twin(among: outputSchedulers, at: target)
    if let twin { target = twin.newestTarget }
    let frame: Frame
    if let newest = twin?.newestFrame, newest.scale == context.scale {
      frame = newest
    } else {
      frame = model.frame(at: target, width: size.width, height: size.height, context, stillParts)
    }
    let isStill = size.role == .blank && model.screen.landing == nil
    if scheduler.show(frame, at: target, next: isStill ? nil : frame.next, copying: twin, now: now) {
      frameTimes.submitted(frame.time, now: Clock.nanoseconds)
    }
  }

  /// Requests a frame on every output.
  func redraw() { for scheduler in outputSchedulers { scheduler.redraw() } }

  /// Pixels per point, unless a loader sets them.
  func scale(of output: OutputDescription) -> Double {
    output.scale(ofLoader: nil, ofScreen: configuration.scale)
  }
}
