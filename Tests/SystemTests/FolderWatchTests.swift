import Foundation
import Support
import Testing

@testable import System

@Suite struct FolderWatchTests {
  /// systemd creates /run/systemd and /run/systemd/ask-password at once.
  @Test func folderThatIsCreatedWhileItIsAddedIsWatched() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "loaderd-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    let watch = try FolderWatch(EventLoop()) {}
    for round in 0..<300 {
      let above = root.appending(path: "\(round)").path, folder = above + "/below", file = folder + "/file"
      let thread = Thread {
        mkdir(above, 0o755)
        mkdir(folder, 0o755)
        usleep(UInt32(round % 10) * 20)
        close(open(file, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644))
      }
      thread.start()
      watch.addNearest(Bytes(cString: folder))
      while access(file, F_OK) != 0 {
        try #require(watch.descriptor.awaitBytes(until: Clock.nanoseconds + 10_000_000_000), "round \(round)")
        watch.acknowledge()
        watch.addNearest(Bytes(cString: folder))
      }
    }
  }
}
