import Support
import Testing

@testable import System

@Suite struct EventLoopTests {
  /// The events that come with a hand-over are for the successor.
  @Test func noEventIsHandledAfterTheStop() throws {
    let loop = try EventLoop()
    let pipes = try (0..<2).map { _ in try FileDescriptor.pipe() }
    var handled = 0, batches = 0
    for (reading, writing) in pipes {
      try writing.write([1])
      _ = try loop.watch(reading) { _ in
        handled += 1
        loop.stop()
      }
    }
    try loop.run { batches += 1 }
    #expect(handled == 1 && batches == 2)
  }

  @Test func batchOfFrameEventsIsTold() throws {
    let loop = try EventLoop()
    var pipes = [try FileDescriptor.pipe(), try FileDescriptor.pipe()]
    let frames = pipes[0].reading, others = pipes[1].reading
    _ = try loop.watch(frames, forFrames: true) { _ in _ = try? frames.read(upTo: 1) }
    _ = try loop.watch(others) { _ in _ = try? others.read(upTo: 1) }
    var batches: [Bool] = []
    try loop.run {
      batches.append(loop.hasOnlyFrameEvents)
      switch batches.count {
      case 1: try? pipes[0].writing.write([1])
      case 2: try? pipes[1].writing.write([1])
      case 3: pipes.removeFirst()  // a device that is gone is more than a frame
      default: loop.stop()
      }
    }
    #expect(batches == [false, true, false, false])
  }

  @Test func timerExpiresOnceForEachSetting() throws {
    let loop = try EventLoop(), timer = try Timer()
    let past = Clock.nanoseconds
    var expired = 0, batches = 0
    _ = try loop.watch(timer.descriptor) { _ in
      expired += 1
      timer.acknowledge()
    }
    let pipe = try FileDescriptor.pipe()
    _ = try loop.watch(pipe.reading) { _ in loop.stop() }
    try loop.run {
      batches += 1
      switch batches {
      case 1, 2: timer.set(past)  // the same time again
      default:
        timer.set(nil)
        try? pipe.writing.write([1])
      }
    }
    #expect(expired == 2)
  }
}
