import Foundation
import Process
import Support
import Testing

@testable import System

/// Replacing files and reading standard input.
@Suite struct FileTests {
  private let folder = Folder()

  private func bytes(_ name: String) -> Bytes { Bytes(Array(folder[name].utf8)) }

  @Test func replacingAFileFollowsNoSymbolicLink() throws {
    try folder.write("precious", Array("data".utf8))
    symlink(folder["precious"], folder["state.new"])
    try File.replace(bytes("state"), with: [1, 2])
    #expect(try folder.data("precious") == Data("data".utf8))
    #expect(try folder.data("state") == Data([1, 2]))
    var status = stat()
    #expect(lstat(folder["state"], &status) == 0 && status.st_mode == S_IFREG | 0o600)
  }

  /// A terminal that another program has set to O_NONBLOCK gives EAGAIN until there is input.
  @Test func nonblockingStandardInputIsReadToItsEnd() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    let (pidReading, pidWriting) = try FileDescriptor.pipe()
    let reader = try WorkerProcess(returning: {
      dup2(reading.number, 0)
      try? pidWriting.write(withUnsafeBytes(of: getpid()) { Array($0) })
      close(writing.number)
      return StandardInput.lines.reduce([]) { $0 + $1.utf8 }
    })
    #expect(pidReading.awaitBytes(until: Clock.nanoseconds + 60_000_000_000))
    let process = try #require(try pidReading.read(upTo: 4)).withUnsafeBytes { $0.load(as: pid_t.self) }
    /// Whether the process sleeps or has ended.
    func isWaiting() -> Bool {
      let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ") S"
      return stat.contains(") S") || stat.contains(") Z")
    }
    #expect(eventually { isWaiting() })
    _ = try? writing.write(Array("50\n60".utf8))
    close(writing.number)
    #expect(reader.descriptor.awaitBytes(until: Clock.nanoseconds + 60_000_000_000))
    #expect(reader.result(limit: 64) == Array("5060".utf8))
  }
}
