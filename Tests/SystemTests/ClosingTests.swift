import Foundation
import Process
import Support
import Testing

@testable import System

/// Descriptors whose close(2) may sleep are closed outside the event loop.
@Suite struct ClosingTests {
  private func isOpen(_ number: Int32) -> Bool { fcntl(number, F_GETFD) >= 0 }

  /// The last close(2) of an inotify instance waits for a grace period of RCU.
  @Test func inotifyIsClosedByAChildProcess() throws {
    let loop = try EventLoop(), (reading, writing) = try FileDescriptor.pipe()
    var watch: OpenWatch? = try OpenWatch("/dev/null")
    let number = try #require(watch).descriptor.number
    watch = nil
    #expect(isOpen(number))
    try writing.write([1])
    _ = try loop.watch(reading) { _ in loop.stop() }
    try loop.run {}
    #expect(!isOpen(number))
  }

  /// The end of a trigger waits for a grace period of RCU too.
  @Test(.enabled(if: (try? CPUPressure(share: 0.5)) != nil)) func pressureTriggerIsClosedByAChildProcess() throws {
    var pressure: CPUPressure? = try CPUPressure(share: 0.5)
    let number = try #require(pressure).descriptor.number
    pressure = nil
    #expect(isOpen(number))
    _ = try EventLoop()
    #expect(!isOpen(number))
  }

  /// Without a loop that runs, instances would add up to the limit of a user.
  @Test func newLoopClosesWhatWasClosedBeforeIt() throws {
    var watch: OpenWatch? = try OpenWatch("/dev/null")
    let number = try #require(watch).descriptor.number
    watch = nil
    #expect(isOpen(number))
    _ = try EventLoop()
    #expect(!isOpen(number))
  }
}
