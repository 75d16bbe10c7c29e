import LoaderBridge
import Support
import Testing

/// What is made of the words of real installations.
@Suite struct RaucTests {
  /// Debian's RAUC 1.8 with a bundle of two images, and what RAUC 1.10 says since its rework of the weights.
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

  /// The shares of the phases by their weights, as a loaderd counts them.
  static let phases: [String: (before: Double, weight: Double)] = [
    "check": (0, 0.05), "copy": (0.05, 0.85), "finish": (0.9, 0.1),
  ]

  /// Plays a sequence, a second for each message; returns the phase and the value of each call.
  func play(_ sequence: [(Int, Bytes, Int)]) -> [(seconds: Double, phase: String, value: Double)] {
    var updates = Updates(), told: [(Double, String, Double)] = []
    func look(at seconds: Double) {
      while let call = updates.call(now: Int64(seconds * 1e9)) {
        updates.take(mode: "boot")
        guard let phase = call["phase"]?.string, let value = call["value"]?.number else { continue }
        told.append((seconds, text(phase), value))
      }
    }
    updates.rauc.take(.operation("installing"), now: 0)
    for (index, (percent, message, depth)) in sequence.enumerated() {
      updates.rauc.take(.progress(percent: percent, message: message, depth: depth), now: Int64(index) * 1_000_000_000)
      for tenth in 0..<10 { look(at: Double(index) + Double(tenth) / 10) }
    }
    updates.rauc.take(.completed(0), now: Int64(sequence.count) * 1_000_000_000)
    look(at: Double(sequence.count))
    return told
  }

  @Test(arguments: [old, new]) func theWholeOnlyGrowsAndIsDoneAtTheEndOnly(_ sequence: [(Int, Bytes, Int)]) throws {
    let told = play(sequence)
    var last = 0.0
    for (seconds, phase, value) in told {
      let phase = try #require(Self.phases[phase])
      let whole = phase.before + phase.weight * value
      #expect(whole >= last - 1e-9, "\(whole) after \(last) at \(seconds) s")
      #expect(whole < 1 || seconds == Double(sequence.count))
      last = whole
    }
    #expect(abs(last - 1) < 1e-9)
  }

  /// RAUC 1.8 is at 80 % when copying begins; the screen is at 5.
  @Test func copyingHasMostOfTheWay() throws {
    let told = play(Self.old)
    let copying = told.filter { $0.phase == "copy" }
    #expect(try #require(copying.first).value == 0)
    #expect(try #require(copying.last).value > 0.98)
    #expect(told.filter { $0.phase == "check" }.allSatisfy { $0.value <= 1 })
  }

  /// An adaptive update jumps from 73 to 99.
  @Test func aJumpIsWalked() throws {
    let told = play(Self.new.filter { $0.0 <= 73 || $0.0 >= 99 && $0.2 > 1 }).filter { $0.phase == "copy" }
    let steps = zip(told, told.dropFirst()).map { $1.value - $0.value }
    #expect(steps.max() ?? 1 < 0.16, "\(steps)")
  }

  @Test func theWordsAreThoseOfTheStepThatRuns() {
    var updates = Updates()
    updates.rauc.take(.operation("installing"), now: 0)
    updates.rauc.take(.progress(percent: 80, message: "Updating slots", depth: 2), now: 0)
    updates.rauc.take(.progress(percent: 85, message: "Checking slot rootfs.1 done.", depth: 3), now: 0)
    #expect(
      updates.calls() == [
        "GetState {}", #"SetMode {"mode":"update"}"#,
        #"SetProgress {"value":0,"phase":"copy","phases":[{"name":"check","weight":1},{"name":"copy","weight":17},{"name":"finish","weight":2}],"label":"Updating slots"}"#,
      ])
    updates.rauc.take(.progress(percent: 85, message: "Copying image to rootfs.1", depth: 3), now: 0)
    #expect(updates.calls() == [#"SetProgress {"value":0,"phase":"copy","label":"Copying image to rootfs.1"}"#])
    #expect(updates.calls() == [])
    updates.rauc.takeHeartbeat()
    #expect(updates.calls() == [#"SetProgress {"value":null,"alive":true}"#])
    // Another loaderd is told everything.
    updates.forget()
    #expect(updates.calls(at: 5).count == 3)
  }

  @Test func aDownloadIsAPhaseOfItsOwn() {
    var updates = Updates()
    updates.rauc.take(.operation("installing"), now: 0)
    updates.rauc.take(.progress(percent: 0, message: "Installing", depth: 1), now: 0)
    _ = updates.calls()
    updates.rauc.take(.progress(percent: 20, message: "Downloading bundle", depth: 3), now: 0)
    #expect(
      updates.calls() == [
        #"SetProgress {"value":0,"phase":"download","phases":[{"name":"download","weight":10},{"name":"check","weight":1},{"name":"copy","weight":17},{"name":"finish","weight":2}],"label":"Downloading bundle"}"#
      ])
    updates.rauc.take(.progress(percent: 40, message: "Downloading bundle done.", depth: 3), now: 0)
    #expect(updates.calls() == [#"SetProgress {"value":0,"phase":"check"}"#])
  }

  @Test func afterSuccessWhatWasThereComesBack() {
    var updates = Updates()
    updates.rauc.take(.operation("installing"), now: 0)
    updates.rauc.take(.progress(percent: 85, message: "Copying image to rootfs.1", depth: 3), now: 0)
    updates.rauc.take(.progress(percent: 99, message: "Updating slots done.", depth: 2), now: 0)
    _ = updates.calls()
    updates.take(mode: "boot")
    updates.rauc.take(.completed(0), now: 0)
    updates.rauc.take(.operation("idle"), now: 0)
    #expect(updates.calls() == [#"SetProgress {"value":1,"phase":"finish"}"#])
    #expect(updates.calls(at: 4) == [])
    #expect(updates.deadline == 5_000_000_000)
    #expect(updates.calls(at: 5) == [#"SetProgress {"value":null,"label":""}"#, #"SetMode {"mode":"boot"}"#])
    #expect(updates.deadline == nil)
  }

  @Test func anEndThatNobodyHeardOfIsToldToTheNext() {
    var updates = Updates()
    updates.rauc.take(.operation("installing"), now: 0)
    _ = updates.calls()
    updates.take(mode: "boot")
    updates.rauc.take(.completed(0), now: 0)
    updates.forget()
    #expect(updates.calls() == [#"SetMode {"mode":"update"}"#, #"SetProgress {"value":1,"phase":"finish"}"#])
    updates.forget()
    #expect(updates.calls() == [])
    #expect(updates.calls(at: 5).last == #"SetMode {"mode":"boot"}"#)
  }

  /// It may be over before loaderd has said what to go back to.
  @Test func theAnswerIsWaitedFor() {
    var updates = Updates()
    updates.rauc.take(.operation("installing"), now: 0)
    #expect(updates.call(now: 0)?.short == "GetState {}")
    updates.rauc.take(.completed(1), now: 0)
    #expect(updates.call(now: 0)?.short == nil)
    updates.take(mode: "shutdown")
    #expect(updates.calls().contains(#"SetMode {"mode":"shutdown"}"#))
  }

  @Test func aFailureIsTheLastWord() {
    var updates = Updates()
    updates.rauc.take(.operation("installing"), now: 0)
    _ = updates.calls()
    updates.take(mode: "reboot")
    updates.rauc.take(.lastError("signature verification failed"), now: 0)
    updates.rauc.take(.completed(1), now: 0)
    updates.rauc.take(.operation("idle"), now: 0)
    #expect(
      updates.calls() == [
        #"SetProgress {"value":null}"#, #"SetMode {"mode":"reboot"}"#,
        #"ReportFailure {"unit":"rauc","sentence":"signature verification failed","code":"result 1"}"#,
      ])
    #expect(updates.calls(at: 100) == [])
  }

  @Test func aServiceThatEndsIsAFailureOnlyMeanwhile() {
    var updates = Updates()
    updates.rauc.take(.gone, now: 0)
    updates.rauc.take(.lastError("of yesterday"), now: 0)
    updates.rauc.take(.completed(1), now: 0)
    updates.rauc.take(.operation("idle"), now: 0)
    #expect(updates.calls() == [])
    updates.rauc.take(.operation("installing"), now: 0)
    _ = updates.calls()
    updates.rauc.take(.gone, now: 0)
    #expect(updates.calls().last?.contains("ended before the update") == true)
  }

  @Test func theSignalOfTheEndMayBeMissed() {
    var updates = Updates()
    updates.rauc.take(.operation("installing"), now: 0)
    _ = updates.calls()
    updates.rauc.take(.operation("idle"), now: 0)
    #expect(updates.calls() == [#"SetProgress {"value":1,"phase":"finish"}"#])
  }
}
