import Display
import Foundation
import Process
import Raster
import Support
import Testing

@testable import DaemonCore

/// When an output draws, and which output a frame is copied from. The outputs have a refresh of 20 ms.
@Suite struct OutputSchedulerTests {
  private static let refresh: Int64 = 20_000_000

  private static func frame(_ gray: UInt32 = 0, next: Int64? = nil) -> Frame {
    Frame([], over: Color(gray), time: .zero, next: next)
  }

  private static func scheduler(width: Int32 = 64, newestTarget: Int64) throws -> OutputScheduler {
    let scheduler = OutputScheduler(try HeadlessOutput(width: width, height: 48, rate: 50, folder: nil)) { _ in }
    #expect(scheduler.show(frame(), at: newestTarget, next: nil, copying: nil, now: 0))
    return scheduler
  }

  /// An output of the same size has the frame if its own is seen less than half a refresh earlier or later.
  @Test(arguments: [(0, true), (9_999_999, true), (-9_999_999, true), (10_000_000, false), (-20_000_000, false)])
  func twinHasFrameOfNearlyTheSameInstant(difference: Int64, isTwin: Bool) throws {
    let first = try Self.scheduler(newestTarget: 0), second = try Self.scheduler(newestTarget: 1_000_000_000)
    #expect((first.twin(among: [first, second], at: 1_000_000_000 + difference) === second) == isTwin)
  }

  @Test func twinHasTheSameSize() throws {
    let first = try Self.scheduler(newestTarget: 0), other = try Self.scheduler(width: 65, newestTarget: 1_000_000_000)
    #expect(first.twin(among: [first, other], at: 1_000_000_000) == nil)
  }

  /// After a change of the screen, another output may not show the frame that was laid out before it.
  @Test func changeOfTheScreenDropsTheFrame() throws {
    let scheduler = try Self.scheduler(newestTarget: 0)
    #expect(scheduler.newestFrame != nil && scheduler.nextFrame == nil)
    scheduler.redraw()
    #expect(scheduler.newestFrame == nil && scheduler.nextFrame == 0)
  }

  /// A frame that moves is followed at once, by the output's next refresh; one that repeats the picture, after a
  /// refresh.
  @Test func nextFrameFollowsThePicture() throws {
    let scheduler = try Self.scheduler(newestTarget: 0)
    func show(_ gray: UInt32, next: Int64?, now: Int64) -> Int64? {
      _ = scheduler.show(Self.frame(gray), at: now, next: next, copying: nil, now: now)
      return scheduler.nextFrame
    }
    #expect(show(0x111111, next: 0, now: 100) == 0)
    #expect(show(0x111111, next: 0, now: 200) == 200 + Self.refresh, "no refresh gets two frames")
    #expect(show(0x222222, next: nil, now: 300) == nil)
    let second: Int64 = 1_000_000_000
    #expect(try #require(show(0x333333, next: second, now: 400)) - second < Self.refresh)
  }

  /// A script may wait for the first file: there is one, also if nothing is shown yet.
  @Test func emptyFirstFrameIsWritten() throws {
    let folder = Folder()
    let output = try HeadlessOutput(width: 64, height: 48, rate: 50, folder: Bytes(Array(folder["frames"].utf8)))
    let scheduler = OutputScheduler(output) { _ in }
    for now in 0...1 as ClosedRange<Int64> {
      #expect(scheduler.show(Self.frame(), at: now, next: nil, copying: nil, now: now))
    }
    #expect(folder.exists("frames/000000.png") && !folder.exists("frames/000001.png"))
  }

  /// An error is logged once while it lasts, and the frame is tried again.
  @Test func lastingErrorIsLoggedOnce() throws {
    let folder = Folder()
    var lines: [Bytes] = []
    let output = try HeadlessOutput(width: 64, height: 48, rate: 50, folder: Bytes(Array(folder["frames"].utf8)))
    let scheduler = OutputScheduler(output) { lines.append($0) }
    func show(_ gray: UInt32, now: Int64) -> Bool {
      scheduler.show(Self.frame(gray), at: now, next: nil, copying: nil, now: now)
    }
    #expect(show(0x111111, now: 0))
    try FileManager.default.removeItem(atPath: folder["frames"])
    #expect(!show(0x222222, now: 1) && scheduler.nextFrame == 1 + Self.refresh)
    #expect(!show(0x333333, now: 2) && lines.count == 1)
    try FileManager.default.createDirectory(atPath: folder["frames"], withIntermediateDirectories: true)
    #expect(show(0x333333, now: 3) && FileManager.default.fileExists(atPath: folder["frames/000001.png"]))
    try FileManager.default.removeItem(atPath: folder["frames"])
    #expect(!show(0x555555, now: 4) && lines.count == 2, "after a success it is a new error")
  }

  /// A picture is encoded for each attempt to write a frame, so that they become less frequent.
  @Test func frameThatCannotBeWrittenIsTriedLessOften() throws {
    let folder = Folder()
    let output = try HeadlessOutput(width: 64, height: 48, rate: 50, folder: Bytes(Array(folder["frames"].utf8)))
    let scheduler = OutputScheduler(output) { _ in }
    func show(now: Int64) -> Bool { scheduler.show(Self.frame(0x111111), at: now, next: 0, copying: nil, now: now) }
    try FileManager.default.removeItem(atPath: folder["frames"])
    // Later than the real time, at which writing ends: it takes no time then.
    var now: Int64 = 1 << 62, delays: [Int64] = []
    for _ in 0..<7 {
      #expect(!show(now: now))
      let next = try #require(scheduler.deadline(now: now))
      delays.append((next - now) / 1_000_000)
      now = next
    }
    #expect(delays == [250, 500, 1000, 2000, 4000, 8000, 8000])
    try FileManager.default.createDirectory(atPath: folder["frames"], withIntermediateDirectories: true)
    #expect(show(now: now) && folder.exists("frames/000000.png"))
    #expect(try #require(scheduler.deadline(now: now)) <= now + Self.refresh)
  }
}
