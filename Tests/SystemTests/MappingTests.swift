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
    let mapping = try Mapping(of: file, offset: 0, byteCount: 65536)
    #expect(mapping.bytes[60000] == 7)
    ftruncate(file.number, 0)
    #expect(try result(with: file) { [mapping.bytes[60000], mapping.bytes[0], 1] } == [0, 0, 1])
  }

  @Test func busErrorOutsideOfMappingsEndsTheProcess() throws {
    let file = try file()
    let address = try #require(mmap(nil, 65536, PROT_READ, MAP_SHARED, file.number, 0))
    try #require(address != MAP_FAILED)
    ftruncate(file.number, 0)
    #expect(try result(with: file) { [address.load(as: UInt8.self)] } == [], "only registered mappings have zeros")
  }

  @Test func busErrorInARemovedMappingEndsTheProcess() throws {
    let file = try file()
    let address = try Mapping(of: file, offset: 0, byteCount: 65536).address
    let other = try #require(mmap(address, 65536, PROT_READ, MAP_SHARED, file.number, 0))
    try #require(other != MAP_FAILED)
    ftruncate(file.number, 0)
    #expect(try result(with: file) { [other.load(as: UInt8.self)] } == [])
  }
}
