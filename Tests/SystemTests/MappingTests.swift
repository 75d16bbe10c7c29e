import Foundation
import Process
import Support
import Testing

@testable import System

/// Reading mapped memory whose device or file was removed (SIGBUS).
@Suite struct MappingTests {
  /// The result of `body` in a process with the SIGBUS handler; empty if a signal ended the process.
  private func result(with file: FileDescriptor, _ body: @escaping () -> [UInt8]) throws -> [UInt8] {
    let worker = try WorkerProcess(
      keeping: file,
      returning: {
        Signals.handleBusErrors()
        return body()
      })
    #expect(worker.descriptor.awaitBytes(until: Clock.nanoseconds + 60_000_000_000))
    return worker.result(limit: 64)
  }

  private func file() throws -> FileDescriptor {
    let folder = Folder()
    let path = try folder.write("memory", [UInt8](repeating: 7, count: 65536))
    return try FileDescriptor(opening: Bytes(Array(path.utf8)))
  }

  @Test func mappingOfATruncatedFileReadsAsZero() throws {
    let file = try file()
    let bytes = try result(with: file) {
      guard let mapping = try? Mapping(of: file, offset: 0, byteCount: 65536) else { return [1] }
      let before = mapping.bytes[60000]
      ftruncate(file.number, 0)
      return [before, mapping.bytes[60000], mapping.bytes[0]]
    }
    #expect(bytes == [7, 0, 0])
  }

  @Test func busErrorOutsideOfMappingsEndsTheProcess() throws {
    let file = try file()
    let bytes = try result(with: file) {
      guard let address = mmap(nil, 65536, PROT_READ, MAP_SHARED, file.number, 0), address != MAP_FAILED else {
        return []
      }
      ftruncate(file.number, 0)
      return [address.load(as: UInt8.self)]
    }
    #expect(bytes == [], "only registered mappings are replaced by zeros")
  }

  @Test func busErrorInARemovedMappingEndsTheProcess() throws {
    let file = try file()
    let bytes = try result(with: file) {
      guard let address = try? Mapping(of: file, offset: 0, byteCount: 65536).address,
        let other = mmap(address, 65536, PROT_READ, MAP_SHARED, file.number, 0), other != MAP_FAILED
      else { return [1] }
      ftruncate(file.number, 0)
      return [other.load(as: UInt8.self)]
    }
    #expect(bytes == [])
  }
}
