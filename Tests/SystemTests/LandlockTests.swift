import Foundation
import Support
import Testing

@testable import System

/// Restrictions of a process by Landlock.
@Suite struct LandlockTests {
  private static var hasScopes: Bool {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return (version.majorVersion, version.minorVersion) >= (6, 12)
  }

  @Test(.enabled(if: hasScopes, "needs Linux 6.12"))
  func processThatMayChangeNoFilesReachesNoOtherProcess() throws {
    let name: Bytes = "@loaderd-test-\(Int(getpid()))", listener = try Socket.listening(at: name)
    let (reading, writing) = try FileDescriptor.pipe()
    let worker = try WorkerProcess {
      func reached() -> [Bool] { [(try? Socket.connected(to: name)) != nil, kill(getppid(), 0) == 0] }
      let before = reached()
      try? Landlock.allowChanges(in: [])
      try? writing.write((before + reached()).map { $0 ? 1 : 0 })
      _exit(0)
    }
    #expect(reading.awaitBytes(until: Clock.nanoseconds + 60_000_000_000))
    #expect(try reading.read(upTo: 4) == [1, 1, 0, 0])
    withExtendedLifetime((worker, listener)) {}
  }
}
