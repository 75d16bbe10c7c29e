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

  @Test func eventsSayWhatTheyCallFor() throws {
    let loop = try EventLoop()
    var pipes = [try FileDescriptor.pipe(), try FileDescriptor.pipe(), try FileDescriptor.pipe()]
    let readings = pipes.map { $0.reading }
    for (reading, work) in zip(readings, [EventLoop.Work.frame, .nothing, .all]) {
      _ = try loop.watch(reading, for: work) { _ in
        // A byte of 2 calls for everything.
        if (try? reading.read(upTo: 1)) == [2] { loop.require(.all) }
      }
    }
    var batches: [EventLoop.Work] = []
    try loop.run {
      batches.append(loop.work)
      switch batches.count {
      case 1: try? pipes[0].writing.write([1])
      case 2: try? pipes[1].writing.write([1])
      case 3: try? pipes[1].writing.write([2])
      case 4: try? pipes[2].writing.write([1])
      case 5: pipes.removeFirst()  // a device that is gone is more than a frame
      default: loop.stop()
      }
    }
    #expect(batches == [.all, .frame, .nothing, .all, .all, .all])
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
