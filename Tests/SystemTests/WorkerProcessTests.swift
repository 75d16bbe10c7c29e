import Foundation
import Process
import Support
import Testing

@testable import System

/// Worker processes and their resource limits.
@Suite struct WorkerProcessTests {
  /// The result of a worker with limits on CPU time, memory (bytes) and file size (bytes); empty if it was killed.
  private func result(
    cpuSeconds: Int = 60, memory: Int = 1 << 30, fileSize: Int = 1 << 20, withDevices: Bool = false,
    _ body: () -> [UInt8]
  ) throws -> [UInt8] {
    let limits = ResourceLimits(cpuSeconds: cpuSeconds, memory: memory, fileSize: fileSize)
    let worker = try WorkerProcess(within: limits, withDevices: withDevices, returning: body)
    #expect(worker.descriptor.awaitBytes(until: Clock.nanoseconds + 60_000_000_000))
    return worker.result(limit: 1 << 24)
  }

  @Test func workerWithinItsLimitsDeliversItsResult() throws {
    #expect(try result { [1, 2, 3] } == [1, 2, 3])
    #expect(try result { [UInt8](repeating: 1, count: 1 << 20) }.count == 1 << 20)
  }

  @Test func workerBeyondItsCPUTimeIsKilled() throws {
    let bytes = try result(cpuSeconds: 1) {
      while Clock.nanoseconds > 0 {}
      return [1]
    }
    #expect(bytes == [])
  }

  @Test func workerBeyondItsMemoryIsKilled() throws {
    func allocate(_ count: Int) throws -> [UInt8] {
      try result(memory: 64 << 20) { Array([UInt8](repeating: 1, count: count).suffix(1)) }
    }
    #expect(try allocate(16 << 20) == [1])
    #expect(try allocate(256 << 20) == [])
  }

  @Test func workerBeyondItsFileSizeIsKilled() throws {
    #expect(try result { [UInt8](repeating: 1, count: (1 << 20) + 1) }.count <= 1 << 20)
    let folder = Folder()
    let file = try FileDescriptor(writing: Bytes(Array(folder["file"].utf8)))
    let bytes = try result {
      do throws(SystemError) { try file.write([UInt8](repeating: 1, count: 2 << 20)) } catch { return [] }
      return [1]
    }
    #expect(bytes == [])
    #expect(try folder.data("file").count <= 1 << 20)
  }

  /// The errno of a call in a worker; 0 if it succeeds.
  private func error(withDevices: Bool = false, _ call: () -> Int) throws -> Int32 {
    let bytes = try result(withDevices: withDevices) { [call() < 0 ? UInt8(errno) : 0] }
    return Int32(try #require(bytes.first, "a signal ended the worker"))
  }

  @Test func workerOpensFilesForReadingOnly() throws {
    let folder = Folder()
    let path = try folder.write("file", [1, 2, 3]), new = folder["new"]
    for flags in [O_WRONLY, O_RDWR, O_RDONLY | O_TRUNC] { #expect(try error { Int(open(path, flags)) } == ENOSYS) }
    #expect(try error { Int(open(new, O_RDONLY | O_CREAT, 0o600)) } == ENOSYS)
    #expect(try error { Int(unlink(path)) } == ENOSYS)
    #expect(try error { Int(rename(path, new)) } == ENOSYS)
    #expect(try error { Int(mkdir(new, 0o700)) } == ENOSYS)
    #expect(try folder.data("file") == Data([1, 2, 3]))
    #expect(try error { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) < 0 ? -1 : 0 } == 0)
    #expect(try error { opendir(folder.path) == nil ? -1 : 0 } == 0)
  }

  @Test func workerMakesNoProcessesAndSockets() throws {
    #expect(try error { Int(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)) } == ENOSYS)
    #expect(try error { Int(kill(getppid(), 0)) } == ENOSYS)
    #expect(try error { Int(setuid(0)) } == ENOSYS)
    #expect(try error { execv("/bin/true", [strdup("true"), nil]) < 0 ? -1 : 0 } == ENOSYS)
    let forked = try error {
      var process: pid_t = 0
      errno = posix_spawn(&process, "/bin/true", nil, nil, [strdup("true"), nil], nil)
      return errno == 0 ? 0 : -1
    }
    #expect(forked == ENOSYS)
  }

  /// ioctl(2), for example, could push characters into a terminal.
  @Test func onlyWorkersOfDevicesControlThem() throws {
    var count: Int32 = 0
    #expect(try error { Int(ioctl(0, UInt(FIONREAD), &count)) } == ENOSYS)
    #expect(try error(withDevices: true) { Int(ioctl(0, UInt(FIONREAD), &count)) } != ENOSYS)
  }

  #if arch(x86_64)
    /// The numbers of i386 are others: its 20 is getpid, which would be writev here.
    @Test func callsOfAnotherArchitectureKillTheWorker() throws {
      let code = try #require(
        mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
      let instructions: [UInt8] = [0xB8, 20, 0, 0, 0, 0xCD, 0x80, 0xC3]  // mov $20, %eax; int $0x80; ret
      code.copyMemory(from: instructions, byteCount: instructions.count)
      let getpid = unsafeBitCast(code, to: (@convention(c) () -> Int32).self)
      #expect(try result { [getpid() > 0 ? 1 : 2] } == [])
    }
  #endif
}
