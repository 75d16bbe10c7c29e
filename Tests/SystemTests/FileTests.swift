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

  @Test func readerThatTakesNothingIsNotAwaitedForEver() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    #expect(throws: SystemError("write", ETIMEDOUT)) {
      try writing.write([UInt8](repeating: 1, count: 1 << 20), timeoutMilliseconds: 10)
    }
    #expect(reading.unreadCount >= 4096)
    #expect(throws: SystemError("write", EBADF)) { try reading.write([1], timeoutMilliseconds: 60_000) }
    nonisolated(unsafe) let source = reading
    let reader = Thread { while source.awaitBytes(until: .max), (try? source.read(upTo: 65536)) != nil {} }
    reader.start()
    try writing.write([UInt8](repeating: 1, count: 1 << 20), timeoutMilliseconds: 60_000)
  }

  @Test(arguments: [0, 1, 4095, 4096, 4097, 65_536, 200_000]) func fileIsReadWhole(count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 251) }
    try folder.write("file", content)
    #expect(try File.read(bytes("file"), limit: count) == content)
    if count > 0 { #expect(throws: SystemError("read", EFBIG)) { try File.read(bytes("file"), limit: count - 1) } }
  }

  /// The kernel tells no size of such files.
  @Test func fileOfTheKernelIsReadWhole() throws {
    let mounts = try String(contentsOfFile: "/proc/mounts", encoding: .utf8)
    #expect(try File.read("/proc/mounts", limit: 1 << 20) == Array(mounts.utf8))
    #expect(throws: SystemError("read", EFBIG)) { try File.read("/proc/mounts", limit: mounts.utf8.count - 1) }
    #expect(try File.read("/proc/sys/kernel/random/boot_id", limit: 64).count == 37)
    #expect(try File.read("/sys/kernel/mm/transparent_hugepage/enabled", limit: 64).last == UInt8(ascii: "\n"))
    #expect(throws: SystemError("read", EISDIR)) { try File.read("/proc", limit: 16) }
  }

  @Test func creationTimeIsOnTheMonotonicClock() throws {
    let before = Clock.nanoseconds
    try folder.write("file", [])
    let created = try #require(File.creation(of: bytes("file"), now: Clock.nanoseconds))
    // The kernel's time of files advances in ticks.
    #expect((before - 20_000_000...Clock.nanoseconds).contains(created.time))
    #expect(File.creation(of: bytes("file"), now: -1) == nil && File.creation(of: bytes("none"), now: before) == nil)
  }

  @Test func linksHaveATarget() throws {
    symlink("/dev/dri/card0", folder["link"])
    #expect(File.target(of: bytes("link")) == "/dev/dri/card0" && File.target(of: bytes("none")) == nil)
  }

  @Test func appendingFollowsNoSymbolicLink() throws {
    try folder.write("file", [1])
    symlink(folder["file"], folder["link"])
    try File.append([2, 3], to: bytes("file"))
    try? File.append([4], to: bytes("link"))
    #expect(try folder.data("file") == Data([1, 2, 3]))
  }

  /// A terminal that another program has set to O_NONBLOCK gives EAGAIN until there is input.
  @Test func nonblockingStandardInputIsReadToItsEnd() throws {
    let reading: FileDescriptor
    var writing: FileDescriptor?
    (reading, writing) = try FileDescriptor.pipe()
    let (pidReading, pidWriting) = try FileDescriptor.pipe()
    let (linesReading, linesWriting) = try FileDescriptor.pipe()
    let reader = try WorkerProcess {
      dup2(reading.number, 0)
      try? pidWriting.write(withUnsafeBytes(of: getpid()) { Array($0) })
      writing = nil
      try? linesWriting.write(StandardInput.lines.reduce([]) { $0 + $1.utf8 })
    }
    #expect(pidReading.awaitBytes(until: Clock.nanoseconds + 60_000_000_000))
    let process = try #require(try pidReading.read(upTo: 4)).withUnsafeBytes { $0.load(as: pid_t.self) }
    /// Whether the process sleeps or has ended.
    func isWaiting() -> Bool {
      let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ") S"
      return stat.contains(") S") || stat.contains(") Z")
    }
    #expect(eventually { isWaiting() })
    _ = try? writing?.write(Array("50\n60".utf8))
    writing = nil
    #expect(reader.descriptor.awaitBytes(until: Clock.nanoseconds + 60_000_000_000))
    #expect(try linesReading.read(upTo: 64) == Array("5060".utf8))
  }
}
