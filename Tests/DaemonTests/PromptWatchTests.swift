import Foundation
import Process
import Support
import System
import Testing

@testable import Daemon

/// The prompt on the virtual terminal under the pictures.
struct PromptWatchTests {
  private let folder = Folder()

  /// Writes what the kernel has in /dev/vcsa: one line, with the cursor after it.
  private func write(_ line: String, to terminal: Int) throws {
    let header = [1, 20, UInt8(line.utf8.count), 0]
    let cells = Array(line.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 20 - line.utf8.count)
    _ = try folder.write("vcsa\(terminal)", header + cells.flatMap { [$0, 7] })
  }

  /// With the driver of the display, which may be loaded after the end of the boot.
  @Test func promptIsFoundOnATerminalThatIsKnownLater() throws {
    let watch = PromptWatch(try EventLoop(), in: Bytes(cString: folder.path))
    watch.follow(nil)
    #expect(!watch.isWatching && !watch.hasPrompt)
    try write("host login: ", to: 1)
    watch.follow(1)
    #expect(watch.isWatching && watch.hasPrompt)
  }

  @Test func anotherTerminalIsWatchedInstead() throws {
    let watch = PromptWatch(try EventLoop(), in: Bytes(cString: folder.path))
    try write("host login: ", to: 1)
    try write("", to: 2)
    watch.follow(1)
    #expect(watch.hasPrompt)
    watch.follow(2)
    #expect(watch.isWatching && !watch.hasPrompt)
    watch.follow(3)
    #expect(!watch.isWatching)
    try write("host login: ", to: 3)
    watch.follow(3)
    #expect(watch.hasPrompt, "a terminal that was allocated meanwhile")
  }
}
