import FakeDRM
import Foundation
import System
import Support
import Raster
import Testing

@testable import Display

private var card: UnsafeMutablePointer<fake_card> { fake_card_now() }
private var record: UnsafeMutablePointer<fake_record> { fake_record_now() }

/// A card that is no card: what loaderd asks of libdrm, what it does when that fails, and what it gives back.
@Suite(.serialized) struct SeatTests {
  static let period: Int64 = 15_360_000  // 64×48 pixels at 200 kHz

  /// A seat over the fake card, and the time there.
  final class Bench {
    private(set) var seat: DRMDevice?
    /// It runs ahead of the real clock, by which copying takes no time then.
    var now = Clock.nanoseconds
    var outputConfiguration = OutputConfiguration()
    var defaultRotation = Rotation.none
    /// What the file that the seat is on had before.
    var inherited: [UInt32] = []
    var complaints = 0
    /// Frames that failed with something to say.
    private(set) var failures = 0
    private let loop: EventLoop
    private var frame = 0

    init(atomic: Bool = true) throws {
      loop = try EventLoop()
      descriptor = FileDescriptor(owning: fake_open(atomic))
    }

    private let descriptor: FileDescriptor

    /// As Displays has it: opens the card if there is none, and looks at it where that is due.
    func dispatch() {
      if seat?.isLost ?? false { seat = nil }
      if seat == nil {
        guard let opened = try? Card(descriptor, path: "/nowhere/card0", mayBeAtomic: true) else { return }
        seat = DRMDevice(opened, loop, nil, framebuffers: inherited, now)
        scan()
      }
      _ = seat?.dispatch(now)
      if seat?.needsScan ?? false { scan() }
    }

    func scan(probing: Bool = false) {
      do throws(OutputError) {
        try seat?.scan(probing: probing, outputConfiguration, defaultRotation, now)
      } catch {
        complaints += 1
      }
    }

    var outputs: [DRMOutput] { seat?.outputs ?? [] }
    var drawOps: [DrawOp] = [
      DrawOp(
        .box(Box(minX: Fixed(8), minY: Fixed(8), maxX: Fixed(24), maxY: Fixed(16)), radius: Fixed(0)), .color(.white))
    ]

    /// A refresh: frames are drawn where they may be, shown, and reported. Each differs from the last.
    func refresh(reporting: Bool = true) {
      dispatch()
      frame += 1
      for output in outputs where output.earliest(now: now).map({ $0 <= now }) ?? false {
        let color = Color(UInt32(0x100000 + (frame & 1) * 0x8000 + frame))  // differs in 16 bits too
        do throws(OutputError) {
          _ = try output.present(drawOps, over: color, now: now)
        } catch {
          (complaints, failures) = (complaints + 1, failures + 1)
        }
      }
      now += SeatTests.period
      if reporting {
        fake_vblank(card.pointee.has_vblanks ? now : now - SeatTests.period + 1_000_000)
        seat?.dispatch()
      }
    }

    func close() { seat = nil }
  }

  @Test func aDarkScreenIsTriedAndThenSetUpOnce() throws {
    let bench = try Bench()
    bench.refresh()
    #expect(
      record.pointee.tests == 1, "without a modeset the kernel says no before anything is done, with one it says yes")
    #expect(record.pointee.modesets == 1 && record.pointee.commits == 1 && record.pointee.flips == 0)
    #expect(fake_pixel(0, 0, 0) & 0xFFFFFF == 0x108001 && fake_pixel(0, 10, 10) & 0xFFFFFF == 0xFFFFFF)
    for _ in 0..<9 { bench.refresh() }
    #expect(record.pointee.modesets == 1 && record.pointee.flips == 9)
    #expect(fake_pixel(0, 0, 0) & 0xFFFFFF == 0x10000A)
    let frameClock = try #require(bench.outputs.first?.frameClock)
    #expect(frameClock.pacing == .vblank && frameClock.statistics.shown == 10)
    #expect(frameClock.statistics.skipped == 0 && frameClock.statistics.late == 0)
    bench.close()
    #expect(fake_leaks() == 0)
  }

  @Test func aPictureOfTheSameModeIsTakenOverWithoutAModeset() throws {
    let before = try Bench()
    before.refresh()
    let modesets = record.pointee.modesets
    // Another open file would have its own buffers; here they are on one card, which does not matter for this.
    let loop = try EventLoop()
    let opened = try Card(FileDescriptor(owning: fake_descriptor()), path: "/nowhere/card0", mayBeAtomic: true)
    let seat = DRMDevice(opened, loop, nil, framebuffers: [], 0)
    try seat.scan(probing: false, OutputConfiguration(), .none, 0)
    _ = try seat.outputs[0].present([], over: .white, now: 5_000_000_000)
    #expect(record.pointee.modesets == modesets && fake_pixel(0, 3, 3) & 0xFFFFFF == 0xFFFFFF)
  }

  /// The CRTC is lit in a mode of that size, but it is at 65 Hz and not interlaced.
  @Test(
    arguments: [("64x48", 0, 65), ("64x48@32.6", 0, 33), ("64x48@65", 0, 65), ("64x48@99", 0, 65), ("64x48", 1, 130)]
      as [(Bytes, UInt32, Double)])
  func thePresentModeStaysOnlyWhereItIsWhatIsWanted(_ wanted: Bytes, _ interlaced: UInt32, _ expected: Double) throws {
    let before = try Bench()
    before.refresh()
    card.pointee.screens.0.modes.1 = fake_mode(width: 64, height: 48, clock: 100, type: 0)
    card.pointee.screens.0.interlaced = interlaced
    let opened = try Card(FileDescriptor(owning: fake_descriptor()), path: "/nowhere/card0", mayBeAtomic: true)
    let seat = try DRMDevice(opened, EventLoop(), nil, framebuffers: [], 0)
    var rule = OutputConfiguration.Rule("*")
    rule.mode = ModeRequest(wanted)
    var outputConfiguration = OutputConfiguration()
    outputConfiguration.rules = [rule]
    try seat.scan(probing: false, outputConfiguration, .none, 0)
    #expect(abs(seat.outputs[0].description.refresh - expected) < 0.5)
  }

  @Test func withoutAtomicCommitsTheLegacyCallsDo() throws {
    let bench = try Bench(atomic: false)
    for _ in 0..<5 { bench.refresh() }
    #expect(record.pointee.modesets == 1 && record.pointee.flips == 4 && record.pointee.tests == 0)
    #expect(bench.outputs.first?.description.path.description == "legacy")
  }

  /// Each call in turn fails once, in each way: in the end the picture is there, and nothing is left behind.
  @Test(arguments: [EINVAL, ENOMEM, EBUSY, EACCES, EPERM, ENOSPC, ENODEV, ENOENT, EINTR, EIO], Driver.all)
  func anyFailureIsOvercome(_ error: Int32, _ driver: Driver) throws { try overcome(error, driver, isSticky: false) }

  /// The same, where the call fails again and again; and little is said.
  @Test(arguments: [EINVAL, ENOMEM, EACCES], Driver.all)
  func anyLastingFailureIsOvercomeAtItsEnd(_ error: Int32, _ driver: Driver) throws {
    try overcome(error, driver, isSticky: true)
  }

  /// What drivers differ in.
  struct Driver {
    var isAtomic = true, hasVblanks = true, hasDamage = false
    static let all = [Driver(), Driver(isAtomic: false), Driver(hasVblanks: false), Driver(hasDamage: true)]
  }

  private func overcome(_ error: Int32, _ driver: Driver, isSticky: Bool) throws {
    var failing: Int32 = 1
    while true {
      let bench = try Bench(atomic: driver.isAtomic)
      card.pointee.screen_count = 2
      card.pointee.crtc_count = 2
      card.pointee.has_vblanks = driver.hasVblanks
      card.pointee.has_damage = driver.hasDamage
      card.pointee.fails_repeatedly = isSticky
      fake_fail(failing, error)
      for _ in 0..<(isSticky ? 24 : 8) { bench.refresh() }
      if record.pointee.calls < failing { break }
      if isSticky {
        #expect(bench.failures <= 4, "call \(failing) is complained of again and again")
        fake_fail(0, 0)
      }
      // Time for what is tried again later.
      for _ in 0..<700
      where !(fake_scanout(0) != 0 && fake_scanout(1) != 0 && bench.outputs.allSatisfy { $0.isEnabled }) {
        bench.refresh()
        // A connector that could not be read is found when the kernel says that something has changed.
        if bench.outputs.count < 2 { bench.scan() }
      }
      #expect(fake_scanout(0) != 0 && fake_scanout(1) != 0, "call \(failing)")
      for _ in 0..<3 { bench.refresh() }
      let newest = fake_pixel(0, 0, 0)
      bench.refresh()
      #expect(fake_pixel(0, 0, 0) != newest, "call \(failing): the picture stands still")
      bench.close()
      #expect(fake_leaks() == 0, "call \(failing)")
      failing += 1
    }
    #expect(failing > 60, "the scenario is shorter than it was: \(failing)")
  }

  /// A driver without flips, one that has no memory for a second buffer, or one that stops flipping after a while.
  @Test(arguments: [EINVAL, ENOMEM, ENOSPC, EIO], Driver.all)
  func withoutFlipsOneBufferDoes(_ error: Int32, _ driver: Driver) throws {
    for (hasDirty, fails) in [(true, 0), (false, 0), (true, 5), (false, 5), (true, -1), (false, -1)] {
      let bench = try Bench(atomic: driver.isAtomic)
      card.pointee.has_vblanks = driver.hasVblanks
      card.pointee.has_damage = driver.hasDamage
      card.pointee.has_dirty = hasDirty
      if fails < 0 { card.pointee.buffer_error = error }
      for frame in 0..<12 {
        if frame == fails { card.pointee.flip_error = error }
        bench.refresh()
      }
      let commits = record.pointee.commits
      for _ in 0..<20 {
        let newest = fake_pixel(0, 0, 0)
        bench.refresh()
        #expect(fake_pixel(0, 0, 0) != newest, "the picture stands still")
      }
      #expect(record.pointee.commits == commits && record.pointee.modesets <= (driver.isAtomic ? 1 : 3))
      #expect(bench.failures <= 1 && bench.outputs.first?.framebuffers.count == 1)
      bench.close()
      #expect(fake_leaks() == 0)
    }
  }

  @Test func formatsThatAreRefusedAreFollowedByOthers() throws {
    let bench = try Bench()
    card.pointee.formats.0 = card.pointee.formats.1  // RGB565 only
    card.pointee.format_count = 1
    bench.refresh()
    #expect(bench.outputs.first?.description.format.description == "rgb565")
    #expect(fake_pixel(0, 10, 10) == 0xFFFF)
  }

  @Test func aScreenStaysLitWhileItGoesFromOneFormatToAnother() throws {
    let bench = try Bench()
    for _ in 0..<3 { bench.refresh() }
    card.pointee.formats.0 = card.pointee.formats.1  // the driver takes RGB565 only, from now on
    for _ in 0..<5 { bench.refresh() }
    #expect(bench.outputs.first?.description.format.description == "rgb565" && fake_pixel(0, 10, 10) == 0xFFFF)
    #expect(record.pointee.disabled_crtcs == 0)
  }

  @Test func aRefusedModeIsFollowedByTheNext() throws {
    let bench = try Bench()
    card.pointee.refused_modes = 1
    for _ in 0..<4 { bench.refresh() }
    let description = try #require(bench.outputs.first?.description)
    #expect(description.width == 32 && description.height == 24 && fake_scanout(0) != 0)
  }

  @Test func modesThatNoScreenCanHaveAreLeftOut() throws {
    let bench = try Bench()
    card.pointee.screens.0.modes.0 = fake_mode(width: 0, height: 0, clock: 0, type: 8)
    for _ in 0..<3 { bench.refresh() }
    #expect(bench.outputs.first?.description.width == 32 && fake_scanout(0) != 0)
    let other = try Bench()
    card.pointee.screens.0.modes.0 = fake_mode(width: 0, height: 768, clock: 0, type: 8)
    card.pointee.screens.0.modes.1 = fake_mode(width: 65535, height: 65535, clock: 1, type: 0)
    for _ in 0..<3 { other.refresh() }
    #expect(other.outputs.isEmpty && other.complaints == 1)
    // A mode without timings is taken for 60 Hz.
    let third = try Bench()
    card.pointee.screens.0.modes.0 = fake_mode(width: 64, height: 48, clock: 0, type: 8)
    third.refresh()
    #expect(third.outputs.first.map { abs($0.description.refresh - 60) < 0.001 } == true)
  }

  @Test func whatAnEarlierMasterLeftOnIsTurnedOff() throws {
    let bench = try Bench()
    card.pointee.is_overlay_enabled = true
    bench.refresh()
    #expect(fake_scanout(0) != 0 && !card.pointee.is_overlay_enabled)
  }

  @Test func whatTheMasterBetweenLeftOnIsTurnedOff() throws {
    let bench = try Bench()
    card.pointee.has_overlay = true
    for _ in 0..<3 { bench.refresh() }
    bench.seat?.update(bench.now) { $0.deactivate() }
    card.pointee.is_overlay_enabled = true
    bench.refresh()
    #expect(card.pointee.is_overlay_enabled)
    bench.seat?.update(bench.now) { $0.activate() }
    for _ in 0..<3 { bench.refresh() }
    #expect(!card.pointee.is_overlay_enabled && record.pointee.modesets == 1)
  }

  @Test func withoutVblanksOnlyTheDamageIsSent() throws {
    let bench = try Bench()
    card.pointee.has_vblanks = false
    bench.refresh()
    bench.refresh()
    #expect(record.pointee.flips == 1 && record.pointee.dirty_calls == 0, "one flip to learn that there are none")
    let output = try #require(bench.outputs.first)
    bench.dispatch()
    bench.drawOps[0] = DrawOp(
      .box(Box(minX: Fixed(40), minY: Fixed(30), maxX: Fixed(44), maxY: Fixed(32)), radius: Fixed(0)), .color(.white))
    let color = Color(UInt32(0x100002))
    _ = try output.present(bench.drawOps, over: color, now: bench.now + 3 * SeatTests.period)
    #expect(record.pointee.dirty_calls == 1 && record.pointee.flips == 1)
    #expect(output.framebuffers.count == 1, "a second buffer is of no use")
    #expect(fake_pixel(0, 41, 31) & 0xFFFFFF == 0xFFFFFF && fake_pixel(0, 10, 10) & 0xFFFFFF == 0x100002)
    #expect(record.pointee.clips >= 1 && record.pointee.clip.2 <= 44 && record.pointee.clip.3 <= 32)
  }

  @Test func aDriverThatNeedsNotBeToldGetsFlips() throws {
    let bench = try Bench()
    card.pointee.has_vblanks = false
    card.pointee.has_dirty = false
    for _ in 0..<6 { bench.refresh() }
    #expect(record.pointee.dirty_calls == 0 && record.pointee.flips == 5)
    #expect(fake_pixel(0, 0, 0) & 0xFFFFFF == 0x100006)
  }

  @Test func damageGoesWithEachFlip() throws {
    let bench = try Bench()
    card.pointee.has_damage = true
    bench.refresh()
    let output = try #require(bench.outputs.first)
    bench.drawOps[0] = DrawOp(
      .box(Box(minX: Fixed(8), minY: Fixed(8), maxX: Fixed(26), maxY: Fixed(16)), radius: Fixed(0)), .color(.white))
    _ = try output.present(bench.drawOps, over: Color(UInt32(0x108001)), now: bench.now)
    #expect(record.pointee.clips == 1)
    #expect(record.pointee.clip.0 >= 8 && record.pointee.clip.2 == 26 && record.pointee.clip.3 <= 16)
  }

  @Test(arguments: [0, 1, 2, 3]) func panelsTellHowTheyAreMounted(_ orientation: UInt32) throws {
    let bench = try Bench()
    card.pointee.screens.0.orientation = orientation
    bench.refresh()
    let description = try #require(bench.outputs.first?.description)
    #expect(description.rotation == (orientation == 0 ? 0 : [0, 180, 270, 90][Int(orientation)]))
    #expect(description.width == (orientation < 2 ? 64 : 48))
    // The picture's box is 8 to 24 across and 8 to 16 down.
    let places = [(10, 10), (53, 37), (10, 37), (53, 10)]
    let place = places[Int(orientation)]
    #expect(fake_pixel(0, Int32(place.0), Int32(place.1)) & 0xFFFFFF == 0xFFFFFF)
  }

  @Test func configurationComesBeforeThePanelAndThePanelBeforeTheConsole() throws {
    let bench = try Bench()
    bench.defaultRotation = .half
    bench.refresh()
    #expect(bench.outputs.first?.description.rotation == 180)
    card.pointee.screens.0.orientation = 2
    let other = try Bench()
    card.pointee.screens.0.orientation = 2
    other.defaultRotation = .half
    var rule = OutputConfiguration.Rule("HDMI-*")
    rule.rotation = .clockwise
    other.outputConfiguration.rules = [rule]
    other.refresh()
    #expect(other.outputs.first?.description.rotation == 90)
  }

  @Test func aPlaneThatTurnsPicturesDoesSo() throws {
    let bench = try Bench()
    card.pointee.rotations = 5  // upright and half a turn
    bench.defaultRotation = .half
    bench.refresh()
    #expect(fake_scanout(0) != 0)
    #expect(fake_pixel(0, 10, 10) & 0xFFFFFF == 0xFFFFFF, "the buffer itself is upright")
    let other = try Bench()
    card.pointee.rotations = 5
    other.defaultRotation = .clockwise  // which the plane cannot
    other.refresh()
    #expect(fake_pixel(0, 53, 10) & 0xFFFFFF == 0xFFFFFF)
  }

  @Test func displaysComeAndGo() throws {
    let bench = try Bench()
    card.pointee.screen_count = 3
    card.pointee.crtc_count = 3
    card.pointee.screens.0.is_connected = false
    card.pointee.screens.1.is_connected = false
    card.pointee.screens.2.is_connected = false
    for _ in 0..<3 { bench.refresh() }
    #expect(bench.outputs.isEmpty && bench.complaints == 1)
    card.pointee.screens.1.is_connected = true
    bench.scan(probing: true)
    for _ in 0..<3 { bench.refresh() }
    #expect(fake_scanout(1) != 0 && bench.outputs.first?.role == .primary)
    card.pointee.screens.0.is_connected = true
    card.pointee.screens.2.is_desktop = false
    card.pointee.screens.2.is_connected = true
    bench.scan(probing: true)
    for _ in 0..<3 { bench.refresh() }
    #expect(fake_scanout(0) != 0 && fake_scanout(1) != 0 && fake_scanout(2) == 0, "a headset is no screen")
    card.pointee.screens.1.is_connected = false
    bench.scan(probing: true)
    for _ in 0..<3 { bench.refresh() }
    #expect(fake_scanout(0) != 0 && fake_scanout(1) == 0)
    // Another display on the same connector.
    card.pointee.screens.0.modes.0 = fake_mode(width: 40, height: 30, clock: 80, type: 8)
    bench.scan(probing: true)
    for _ in 0..<3 { bench.refresh() }
    #expect(bench.outputs.first?.description.width == 40)
    bench.close()
    #expect(fake_leaks() == 0)
  }

  @Test(arguments: [true, false]) func aBadLinkIsSetUpAnew(_ atomic: Bool) throws {
    let bench = try Bench(atomic: atomic)
    for _ in 0..<3 { bench.refresh() }
    bench.scan()
    for _ in 0..<3 { bench.refresh() }
    #expect(record.pointee.modesets == 1)
    card.pointee.screens.0.link_status = 1
    bench.scan()
    for _ in 0..<3 { bench.refresh() }
    #expect(record.pointee.modesets == 2 && card.pointee.screens.0.link_status == 0)
    #expect(bench.outputs.first?.isEnabled == true && bench.failures == 0)
  }

  @Test func rolesDecideWhatIsLit() throws {
    let bench = try Bench()
    card.pointee.screen_count = 3
    card.pointee.crtc_count = 3
    var off = OutputConfiguration.Rule("HDMI-A-1")
    off.role = .off
    var primary = OutputConfiguration.Rule("*-3")
    primary.role = .primary
    bench.outputConfiguration.rules = [off, primary]
    for _ in 0..<3 { bench.refresh() }
    #expect(fake_scanout(0) == 0 && fake_scanout(1) != 0 && fake_scanout(2) != 0)
    #expect(bench.outputs.map { $0.role } == [.mirror, .primary])
  }

  @Test func theDisplayIsGivenUpAndTakenBack() throws {
    let bench = try Bench()
    for _ in 0..<3 { bench.refresh() }
    let seat = try #require(bench.seat)
    seat.update(bench.now) { $0.deactivate() }
    let shown = fake_scanout(0), commits = record.pointee.commits
    #expect(!card.pointee.is_master, "as between any two frames")
    for _ in 0..<100 { bench.refresh() }
    #expect(record.pointee.commits == commits && fake_scanout(0) == shown, "the picture stays, and nothing is sent")
    card.pointee.has_other_master = true
    seat.update(bench.now) { $0.activate() }
    #expect(!seat.masterState.isAvailable)
    card.pointee.has_other_master = false
    seat.update(bench.now) { $0.activate() }
    for _ in 0..<3 { bench.refresh() }
    #expect(record.pointee.commits > commits && record.pointee.modesets == 1)
  }

  @Test func whoeverTakesTheDisplayHasItUntilItLetsGo() throws {
    let bench = try Bench()
    for _ in 0..<3 { bench.refresh() }
    card.pointee.is_master = false
    card.pointee.has_other_master = true
    let commits = record.pointee.commits
    for _ in 0..<50 { bench.refresh() }
    #expect(record.pointee.commits == commits && bench.outputs.first?.description.state.description == "aside")
    #expect(bench.complaints == 0)
    card.pointee.has_other_master = false
    for _ in 0..<200 { bench.refresh() }
    #expect(record.pointee.commits > commits)
  }

  /// The kernel has the same master for all processes that share an open file.
  @Test func whoOpensTheCardDoesNotWaitForASlowDisplay() throws {
    let bench = try Bench()
    for _ in 0..<3 { bench.refresh() }
    card.pointee.probe_seconds = 60
    let seat = try #require(bench.seat)
    seat.startProbe()
    card.pointee.is_master = true  // as the other process is now
    seat.update(bench.now) { $0.deviceOpened(now: bench.now) }
    #expect(!card.pointee.is_master)
    card.pointee.probe_seconds = 0
    for _ in 0..<30 { bench.refresh() }
    #expect(bench.outputs.first?.isEnabled == true)
  }

  @Test func aFlipThatIsNeverReportedIsNotWaitedForForEver() throws {
    let bench = try Bench()
    for _ in 0..<3 { bench.refresh() }
    for _ in 0..<30 { bench.refresh(reporting: false) }
    fake_vblank(bench.now)
    for _ in 0..<3 { bench.refresh() }
    let newest = fake_pixel(0, 0, 0)
    bench.refresh()
    #expect(fake_pixel(0, 0, 0) != newest)
  }

  @Test func aSlowPanelIsWaitedForAndNotSetUpAnew() throws {
    let bench = try Bench()
    card.pointee.has_vblanks = false
    card.pointee.has_dirty = false
    bench.refresh()
    for _ in 0..<5 {
      let commits = record.pointee.commits
      for _ in 0..<200 where record.pointee.commits == commits { bench.refresh(reporting: false) }
      for _ in 0..<40 { bench.refresh(reporting: false) }
      #expect(record.pointee.commits == commits + 1, "one frame is under way")
      fake_vblank(bench.now)
      bench.seat?.dispatch()
    }
    #expect(record.pointee.flips == 5 && record.pointee.commits == 6, "never lit anew")
    let frameClock = try #require(bench.outputs.first?.frameClock)
    #expect(frameClock.statistics.flush > 600_000_000 && frameClock.statistics.shown == 6)
    for _ in 0..<450 { bench.refresh(reporting: false) }
    #expect(record.pointee.commits > 7, "not for ever")
  }

  @Test func aCardThatIsUnpluggedDuringAFlipIsGivenUp() throws {
    let bench = try Bench()
    for _ in 0..<3 { bench.refresh() }
    bench.refresh(reporting: false)
    card.pointee.is_unplugged = true
    for _ in 0..<30 { bench.refresh(reporting: false) }
    #expect(bench.seat == nil || bench.seat?.isLost == true)
    card.pointee.is_unplugged = false
    for _ in 0..<30 { bench.refresh() }
    #expect(bench.outputs.first?.isEnabled == true)
  }

  @Test func aPictureIsLeftBehindWhereTheKernelCan() throws {
    let bench = try Bench()
    card.pointee.has_closefb = true
    for _ in 0..<3 { bench.refresh() }
    let shown = fake_scanout(0)
    for output in bench.outputs { output.keepOnScreen() }
    bench.close()
    #expect(fake_scanout(0) == shown && shown != 0)
    #expect(fake_leaks() == 0)
  }

  /// As at the end of an initramfs: the card stays open, and the kernel knows no way to leave a picture for good.
  @Test func aPictureIsLeftToASuccessorWhoTakesItAway() throws {
    let bench = try Bench()
    for _ in 0..<3 { bench.refresh() }
    let shown = fake_scanout(0), left = bench.outputs.flatMap { $0.framebuffers }
    for output in bench.outputs { output.keepOnScreen() }
    bench.close()
    #expect(fake_scanout(0) == shown && shown != 0)
    bench.inherited = left
    for _ in 0..<3 {
      bench.refresh()
      #expect(fake_scanout(0) != 0)
    }
    bench.close()
    #expect(fake_leaks() == 0)
  }

  /// What a predecessor wrote down last may have gone before it did, and its numbers are given again.
  @Test func whatASuccessorMadeItselfIsNotTakenAway() throws {
    let bench = try Bench()
    bench.inherited = [1, 2, 3]
    for _ in 0..<5 {
      bench.refresh()
      #expect(fake_scanout(0) != 0)
    }
    #expect(record.pointee.modesets == 1 && record.pointee.flips == 4)
  }
}
