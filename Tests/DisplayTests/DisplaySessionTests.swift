import Testing

@testable import Display

/// Tables of events with the expected effects and states.
@Suite struct DisplaySessionTests {
  typealias Step = (event: DisplaySession.Event, effects: [DisplaySession.Effect], state: DisplaySession.State)

  private static let resume = DisplaySession.Event.resume(terminalIsActive: true, isOrphaned: false)
  private static let resumeElsewhere = DisplaySession.Event.resume(terminalIsActive: false, isOrphaned: false)
  private static let acquire = DisplaySession.Event.vtAcquire(terminalIsActive: true)
  private static let ours = DisplaySession.Event.owns(allDevices: true)
  private static let theirs = DisplaySession.Event.owns(allDevices: false)

  private func run(_ steps: [Step], _ place: SourceLocation = #_sourceLocation) {
    var session = DisplaySession()
    for (index, step) in steps.enumerated() {
      #expect(session.handle(step.event) == step.effects, "effects of step \(index)", sourceLocation: place)
      #expect(session.state == step.state, "state after step \(index)", sourceLocation: place)
    }
  }

  @Test func sessionIsActiveAtTheStart() {
    let session = DisplaySession()
    #expect(session.state == .active && session.mayDraw && !session.isReleased)
    run([(DisplaySessionTests.ours, [], .active)])
  }

  @Test func yieldReleasesTheDisplayUntilResume() {
    run([
      (.yield, [.deactivate], .released),
      (DisplaySessionTests.ours, [], .released),
      (DisplaySessionTests.theirs, [], .released),
      (.yield, [.deactivate], .released),
      (DisplaySessionTests.resume, [.activate], .released),
      (DisplaySessionTests.ours, [.takeTerminal], .active),
      (DisplaySessionTests.resume, [.activate], .active),
      (DisplaySessionTests.ours, [], .active),
    ])
  }

  @Test func lentDisplayIsTheConsolesUntilResume() {
    run([
      (.lend, [.deactivate, .showConsole], .lent),
      (.lend, [], .lent),
      (DisplaySessionTests.ours, [], .lent),
      (DisplaySessionTests.theirs, [], .lent),
      (.vtRelease, [.releaseTerminal], .lent),
      (DisplaySessionTests.acquire, [.acknowledgeTerminal], .lent),
      (DisplaySessionTests.resume, [.activate], .lent),
      (DisplaySessionTests.ours, [.takeTerminal], .active),
    ])
  }

  @Test func lentDisplayComesBackWhenOurTerminalIsShown() {
    run([
      (.lend, [.deactivate, .showConsole], .lent),
      (DisplaySessionTests.resumeElsewhere, [], .vtInactive),
      (DisplaySessionTests.acquire, [.acknowledgeTerminal, .activate], .vtInactive),
      (DisplaySessionTests.ours, [.takeTerminal], .active),
    ])
    run([
      (.vtRelease, [.deactivate, .releaseTerminal], .vtInactive),
      (.lend, [.deactivate, .showConsole], .lent),
    ])
  }

  @Test func displayOfAnotherProgramIsNotLent() {
    run([(DisplaySessionTests.theirs, [], .preempted), (.lend, [], .preempted)])
    run([(.yield, [.deactivate], .released), (.lend, [], .released)])
    run([(.retain, [.deactivate, .keepPictures], .retained), (.lend, [], .retained)])
    run([
      (.lend, [.deactivate, .showConsole], .lent), (.yield, [.deactivate], .released),
      (DisplaySessionTests.resume, [.activate], .released),
    ])
  }

  @Test func programThatTakesALentDisplayKeepsIt() {
    run([
      (.lend, [.deactivate, .showConsole], .lent),
      (DisplaySessionTests.resume, [.activate], .lent),
      (DisplaySessionTests.theirs, [], .preempted),
      (DisplaySessionTests.ours, [.takeTerminal], .active),
    ])
  }

  @Test func refusedResumeLeavesTheDisplayReleased() {
    run([
      (.yield, [.deactivate], .released),
      (DisplaySessionTests.resume, [.activate], .released),
      (DisplaySessionTests.theirs, [.deactivate], .released),
      (DisplaySessionTests.ours, [], .released),
    ])
  }

  @Test func sessionIsPreemptedUntilAllDevicesAreRegained() {
    run([
      (DisplaySessionTests.theirs, [], .preempted),
      (DisplaySessionTests.theirs, [], .preempted),
      (DisplaySessionTests.resume, [.activate], .preempted),
      (DisplaySessionTests.theirs, [], .preempted),
      (DisplaySessionTests.ours, [.takeTerminal], .active),
      (DisplaySessionTests.theirs, [], .preempted),
      (.yield, [.deactivate], .released),
    ])
  }

  @Test func nothingIsDrawnWhileOurTerminalIsInactive() {
    run([
      (.vtRelease, [.deactivate, .releaseTerminal], .vtInactive),
      (DisplaySessionTests.ours, [], .vtInactive),
      (DisplaySessionTests.theirs, [], .vtInactive),
      (DisplaySessionTests.resumeElsewhere, [], .vtInactive),
      (.vtRelease, [.releaseTerminal], .vtInactive),
      (.vtAcquire(terminalIsActive: false), [.acknowledgeTerminal], .vtInactive),
      (DisplaySessionTests.acquire, [.acknowledgeTerminal, .activate], .vtInactive),
      (DisplaySessionTests.ours, [.takeTerminal], .active),
      (DisplaySessionTests.acquire, [.acknowledgeTerminal], .active),
    ])
  }

  @Test func sessionIsPreemptedIfTheTerminalReturnsWithoutTheDevice() {
    run([
      (.vtRelease, [.deactivate, .releaseTerminal], .vtInactive),
      (DisplaySessionTests.acquire, [.acknowledgeTerminal, .activate], .vtInactive),
      (DisplaySessionTests.theirs, [], .preempted),
      (.vtRelease, [.deactivate, .releaseTerminal], .vtInactive),
    ])
  }

  @Test func resumeBehindAnotherTerminalWaitsForOurs() {
    run([
      (.yield, [.deactivate], .released),
      (.vtRelease, [.releaseTerminal], .released),
      (DisplaySessionTests.resumeElsewhere, [], .vtInactive),
      (DisplaySessionTests.acquire, [.acknowledgeTerminal, .activate], .vtInactive),
      (DisplaySessionTests.ours, [.takeTerminal], .active),
    ])
  }

  @Test func yieldBehindAnotherTerminalReleasesTheDisplay() {
    run([
      (.vtRelease, [.deactivate, .releaseTerminal], .vtInactive),
      (.yield, [.deactivate], .released),
      (DisplaySessionTests.acquire, [.acknowledgeTerminal], .released),
      (DisplaySessionTests.resume, [.activate], .released),
      (DisplaySessionTests.ours, [.takeTerminal], .active),
    ])
  }

  /// A compositor has run on another terminal and left it shown: the user expects the display there.
  @Test func resumeTakesAnOrphanedDisplayOnTheTerminalThatIsShown() {
    run([
      (.yield, [.deactivate], .released),
      (.vtRelease, [.releaseTerminal], .released),
      (.resume(terminalIsActive: false, isOrphaned: true), [.activate], .released),
      (DisplaySessionTests.ours, [.takeTerminal], .active),
      (.vtRelease, [.deactivate, .releaseTerminal], .vtInactive),
      (.resume(terminalIsActive: false, isOrphaned: true), [], .vtInactive),
    ])
  }

  @Test func retainedSessionOnlyAnswersTerminalSwitches() {
    run([
      (.retain, [.deactivate, .keepPictures], .retained),
      (.yield, [], .retained),
      (DisplaySessionTests.resume, [], .retained),
      (.retain, [], .retained),
      (DisplaySessionTests.ours, [], .retained),
      (.vtRelease, [.releaseTerminal], .retained),
      (DisplaySessionTests.acquire, [.acknowledgeTerminal], .retained),
    ])
  }

  /// In every sequence of events, drawing starts only with `activate` and ends with `deactivate`.
  @Test func drawingFollowsActivateInEverySequenceOfFourEvents() {
    let events: [DisplaySession.Event] = [
      .yield, .retain, .vtRelease, .vtAcquire(terminalIsActive: false),
      .resume(terminalIsActive: false, isOrphaned: true),
      DisplaySessionTests.resume, DisplaySessionTests.resumeElsewhere, DisplaySessionTests.acquire,
      DisplaySessionTests.ours, DisplaySessionTests.theirs,
    ]
    for number in 0..<events.count * events.count * events.count * events.count {
      var session = DisplaySession(), rest = number, draws = true
      for _ in 0..<4 {
        let event = events[rest % events.count]
        rest /= events.count
        var effects = session.handle(event)
        if effects.contains(.activate) {
          effects += session.handle(number & 1 == 0 ? .owns(allDevices: true) : .owns(allDevices: false))
        }
        for effect in effects {
          if effect == .activate { draws = true }
          if effect == .deactivate { draws = false }
        }
        #expect(draws == session.mayDraw)
      }
    }
  }
}
