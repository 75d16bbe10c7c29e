import Display
import Testing

@testable import Daemon

/// Which output a frame is copied from.
@Suite struct OutputSchedulerTests {
  private static func scheduler(width: Int32 = 64, newestTarget: Int64) throws -> OutputScheduler {
    let scheduler = OutputScheduler(try HeadlessOutput(width: width, height: 48, rate: 50, folder: nil))
    scheduler.newestTarget = newestTarget
    return scheduler
  }

  /// An output of the same size has the frame if its own is seen less than half a refresh (10 ms) earlier or later.
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
    scheduler.nextFrame = nil
    scheduler.newestFrame = (ScreenFrame(drawOps: [], time: .zero, change: .never, opacity: 255), 1)
    scheduler.redraw()
    #expect(scheduler.newestFrame == nil && scheduler.nextFrame == 0)
  }
}
