import LoaderBridge
import Support
import Testing

/// Calls that follow from recorded messages of RAUC.
@Suite struct RaucProgressTests {
  /// Percentage, message and depth: RAUC 1.8 of Debian with a bundle of two images, and RAUC 1.10, which has new
  /// weights.
  static let old: [(Int, Bytes, Int)] = [
    (0, "Installing", 1), (0, "Determining slot states", 2), (20, "Determining slot states done.", 2),
    (20, "Checking bundle", 2), (20, "Verifying signature", 3), (40, "Verifying signature done.", 3),
    (40, "Checking bundle done.", 2), (40, "Checking manifest contents", 2),
    (60, "Checking manifest contents done.", 2),
    (60, "Determining target install group", 2), (80, "Determining target install group done.", 2),
    (80, "Updating slots", 2), (80, "Checking slot rootfs.1", 3), (85, "Checking slot rootfs.1 done.", 3),
    (85, "Copying image to rootfs.1", 3), (90, "Copying image to rootfs.1 done.", 3), (90, "Checking slot app.1", 3),
    (95, "Checking slot app.1 done.", 3), (95, "Copying image to app.1", 3), (99, "Copying image to app.1 done.", 3),
    (99, "Updating slots done.", 2), (100, "Installing done.", 1),
  ]
  static let new: [(Int, Bytes, Int)] =
    [
      (0, "Installing", 1), (0, "Determining slot states", 2), (10, "Determining slot states done.", 2),
      (10, "Checking bundle", 2), (10, "Verifying signature", 3), (20, "Verifying signature done.", 3),
      (20, "Checking bundle done.", 2), (20, "Checking manifest contents", 2),
      (30, "Checking manifest contents done.", 2), (30, "Determining target install group", 2),
      (40, "Determining target install group done.", 2), (40, "Updating slots", 2), (40, "Checking slot rootfs.0", 3),
      (46, "Checking slot rootfs.0 done.", 3),
    ] + (46...98).map { ($0, "Copying image to rootfs.0", 3) }
    + [(99, "Copying image to rootfs.0 done.", 3), (99, "Updating slots done.", 2), (100, "Installing done.", 1)]

  /// Start and length of each phase in the whole progress, as loaderd computes them from the weights.
  static let phases: [String: (before: Double, weight: Double)] = [
    "check": (0, 0.05), "copy": (0.05, 0.85), "finish": (0.9, 0.1),
  ]

  /// Replays messages, one per second; returns the phase and the value of each call.
  func play(_ sequence: [(Int, Bytes, Int)]) -> [(seconds: Double, phase: String, value: Double)] {
    var updates = UpdateScreen(), calls: [(Double, String, Double)] = []
    func collectCalls(at seconds: Double) {
      while let call = updates.nextCall(now: Int64(seconds * 1e9)) {
        updates.handleState(mode: "boot")
        guard let phase = call["phase"]?.string, let value = call["value"]?.number else { continue }
        calls.append((seconds, text(phase), value))
      }
    }
    updates.rauc.handle(.operation("installing"), now: 0)
    for (index, (percent, message, depth)) in sequence.enumerated() {
      let event = RaucProgress.Event.progress(percent: percent, message: message, depth: depth)
      updates.rauc.handle(event, now: Int64(index) * 1_000_000_000)
      for tenth in 0..<10 { collectCalls(at: Double(index) + Double(tenth) / 10) }
    }
    updates.rauc.handle(.completed(0), now: Int64(sequence.count) * 1_000_000_000)
    collectCalls(at: Double(sequence.count))
    return calls
  }

  @Test(arguments: [old, new]) func wholeProgressGrowsAndIsFullOnlyAtTheEnd(_ sequence: [(Int, Bytes, Int)]) throws {
    let calls = play(sequence)
    var last = 0.0
    for (seconds, phase, value) in calls {
      let phase = try #require(Self.phases[phase])
      let whole = phase.before + phase.weight * value
      #expect(whole >= last - 1e-9, "\(whole) after \(last) at \(seconds) s")
      #expect(whole < 1 || seconds == Double(sequence.count))
      last = whole
    }
    #expect(abs(last - 1) < 1e-9)
  }

  /// RAUC 1.8 reports 80 % when copying begins; the screen shows 5 %.
  @Test func copyingTakesMostOfTheProgress() throws {
    let calls = play(Self.old)
    let copying = calls.filter { $0.phase == "copy" }
    #expect(try #require(copying.first).value == 0)
    #expect(try #require(copying.last).value > 0.98)
    #expect(calls.filter { $0.phase == "check" }.allSatisfy { $0.value <= 1 })
  }

  /// An adaptive update jumps from 73 to 99.
  @Test func aJumpIsSmoothed() throws {
    let calls = play(Self.new.filter { $0.0 <= 73 || $0.0 >= 99 && $0.2 > 1 }).filter { $0.phase == "copy" }
    let steps = zip(calls, calls.dropFirst()).map { $1.value - $0.value }
    #expect(steps.max() ?? 1 < 0.16, "\(steps)")
  }

  @Test func theLabelIsTheRunningStep() {
    var updates = UpdateScreen()
    updates.rauc.handle(.operation("installing"), now: 0)
    updates.rauc.handle(.progress(percent: 80, message: "Updating slots", depth: 2), now: 0)
    updates.rauc.handle(.progress(percent: 85, message: "Checking slot rootfs.1 done.", depth: 3), now: 0)
    #expect(
      updates.calls() == [
        "GetState {}", #"SetMode {"mode":"update"}"#,
        #"SetProgress {"value":0,"phase":"copy","phases":[{"name":"check","weight":1},{"name":"copy","weight":17},{"name":"finish","weight":2}],"label":"Updating slots"}"#,
      ])
    updates.rauc.handle(.progress(percent: 85, message: "Copying image to rootfs.1", depth: 3), now: 0)
    #expect(updates.calls() == [#"SetProgress {"value":0,"phase":"copy","label":"Copying image to rootfs.1"}"#])
    #expect(updates.calls() == [])
    updates.rauc.handleHeartbeat()
    #expect(updates.calls() == [#"SetProgress {"value":null,"alive":true}"#])
    // A restarted loaderd gets everything again.
    updates.markUnsent()
    #expect(updates.calls(at: 5).count == 3)
  }

  @Test func downloadingIsASeparatePhase() {
    var updates = UpdateScreen()
    updates.rauc.handle(.operation("installing"), now: 0)
    updates.rauc.handle(.progress(percent: 0, message: "Installing", depth: 1), now: 0)
    _ = updates.calls()
    updates.rauc.handle(.progress(percent: 20, message: "Downloading bundle", depth: 3), now: 0)
    #expect(
      updates.calls() == [
        #"SetProgress {"value":0,"phase":"download","phases":[{"name":"download","weight":10},{"name":"check","weight":1},{"name":"copy","weight":17},{"name":"finish","weight":2}],"label":"Downloading bundle"}"#
      ])
    updates.rauc.handle(.progress(percent: 40, message: "Downloading bundle done.", depth: 3), now: 0)
    #expect(updates.calls() == [#"SetProgress {"value":0,"phase":"check"}"#])
  }

  @Test func thePreviousModeIsRestoredAfterSuccess() {
    var updates = UpdateScreen()
    updates.rauc.handle(.operation("installing"), now: 0)
    updates.rauc.handle(.progress(percent: 85, message: "Copying image to rootfs.1", depth: 3), now: 0)
    updates.rauc.handle(.progress(percent: 99, message: "Updating slots done.", depth: 2), now: 0)
    _ = updates.calls()
    updates.handleState(mode: "boot")
    updates.rauc.handle(.completed(0), now: 0)
    updates.rauc.handle(.operation("idle"), now: 0)
    #expect(updates.calls() == [#"SetProgress {"value":1,"phase":"finish"}"#])
    #expect(updates.calls(at: 4) == [])
    #expect(updates.deadline == 5_000_000_000)
    #expect(updates.calls(at: 5) == [#"SetProgress {"value":null,"label":""}"#, #"SetMode {"mode":"boot"}"#])
    #expect(updates.deadline == nil)
  }

  @Test func anUnsentEndIsSentToARestartedDaemon() {
    var updates = UpdateScreen()
    updates.rauc.handle(.operation("installing"), now: 0)
    _ = updates.calls()
    updates.handleState(mode: "boot")
    updates.rauc.handle(.completed(0), now: 0)
    updates.markUnsent()
    #expect(updates.calls() == [#"SetMode {"mode":"update"}"#, #"SetProgress {"value":1,"phase":"finish"}"#])
    updates.markUnsent()
    #expect(updates.calls() == [])
    #expect(updates.calls(at: 5).last == #"SetMode {"mode":"boot"}"#)
  }

  /// The installation ends before loaderd has reported its mode.
  @Test func callsWaitForTheReplyToGetState() {
    var updates = UpdateScreen()
    updates.rauc.handle(.operation("installing"), now: 0)
    #expect(updates.nextCall(now: 0)?.short == "GetState {}")
    updates.rauc.handle(.progress(percent: 50, message: "Verifying signature", depth: 3), now: 0)
    #expect(updates.nextCall(now: 1)?.short == nil && updates.deadline == nil, "only the reply can change anything")
    var other = updates
    other.handleState(mode: "shutdown")
    let calls = other.calls(at: 1)
    #expect(calls.count == 2 && calls[1].contains("Verifying signature") && other.deadline ?? 0 > 1_000_000_000)
    updates.rauc.handle(.completed(1), now: 0)
    #expect(updates.nextCall(now: 0)?.short == nil)
    updates.handleState(mode: "shutdown")
    #expect(updates.calls().contains(#"SetMode {"mode":"shutdown"}"#))
  }

  @Test func aFailureIsTheLastCall() {
    var updates = UpdateScreen()
    updates.rauc.handle(.operation("installing"), now: 0)
    _ = updates.calls()
    updates.handleState(mode: "reboot")
    updates.rauc.handle(.lastError("signature verification failed"), now: 0)
    updates.rauc.handle(.completed(1), now: 0)
    updates.rauc.handle(.operation("idle"), now: 0)
    #expect(
      updates.calls() == [
        #"SetProgress {"value":null}"#, #"SetMode {"mode":"reboot"}"#,
        #"ReportFailure {"unit":"rauc","sentence":"signature verification failed","code":"result 1"}"#,
      ])
    #expect(updates.calls(at: 100) == [])
  }

  @Test func aVanishedServiceIsAFailureOnlyDuringAnInstallation() {
    var updates = UpdateScreen()
    updates.rauc.handle(.gone, now: 0)
    updates.rauc.handle(.lastError("of yesterday"), now: 0)
    updates.rauc.handle(.completed(1), now: 0)
    updates.rauc.handle(.operation("idle"), now: 0)
    #expect(updates.calls() == [])
    updates.rauc.handle(.operation("installing"), now: 0)
    _ = updates.calls()
    updates.rauc.handle(.gone, now: 0)
    #expect(updates.calls().last?.contains("ended before the update") == true)
  }

  @Test func anInstallationEndsWithoutItsSignal() {
    var updates = UpdateScreen()
    updates.rauc.handle(.operation("installing"), now: 0)
    _ = updates.calls()
    updates.rauc.handle(.operation("idle"), now: 0)
    #expect(updates.calls() == [#"SetProgress {"value":1,"phase":"finish"}"#])
  }
}
