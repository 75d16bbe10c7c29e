import Foundation
import Process
import Support
import Testing

@testable import System

/// Locks of files.
@Suite struct LockTests {
  private let folder = Folder()
  private var path: Bytes { Bytes(Array(folder["card0.lock"].utf8)) }

  @Test func secondLockIsRefusedUntilTheFirstIsReleased() throws {
    let first = try Lock(path)
    #expect(throws: SystemError("flock", EAGAIN)) { try Lock(path) }
    first.set(false)
    _ = try Lock(path)
  }

  /// A user who can open the file could lock it, and keep loaderd from the display.
  @Test(arguments: [true, false]) func onlyTheOwnerCanOpenTheFile(exists: Bool) throws {
    if exists { try folder.write("card0.lock", []) }
    _ = try Lock(path)
    var status = stat()
    #expect(stat(folder["card0.lock"], &status) == 0 && status.st_mode == S_IFREG | 0o600)
  }
}
