import Foundation
import Process
import Support
import Testing

@testable import System

/// Worker processes and their resource limits.
@Suite struct WorkerProcessTests {
  /// The result of a worker with limits on CPU time, memory (bytes) and file size (bytes); empty if it was killed.
  private func result(cpuSeconds: Int = 60, memory: Int = 1 << 30, fileSize: Int = 1 << 20, _ body: () -> [UInt8])
    throws
    -> [UInt8]
  {
    let limits = ResourceLimits(cpuSeconds: cpuSeconds, memory: memory, fileSize: fileSize)
    let worker = try WorkerProcess(within: limits, returning: body)
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
}
