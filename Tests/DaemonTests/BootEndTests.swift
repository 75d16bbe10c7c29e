import Foundation
import Process
import Support
import System
import Testing

@testable import Daemon

/// The end of the boot: the removal of /run/nologin.
struct BootEndTests {
  /// A boot with a folder in the place of /run.
  private final class Boot {
    let loop: EventLoop
    let folder = Folder()
    var ends = 0
    private var waits: [BootEnd] = []

    init() throws { loop = try EventLoop() }

    /// A daemon that starts in this boot.
    func start() throws -> BootEnd {
      let path = Bytes(cString: folder.path)
      let daemon = BootEnd(loop, beside: "\(path)/socket", in: path) { [unowned self] in ends += 1 }
      let wait = try #require(daemon)
      waits.append(wait)
      return wait
    }

    var isExpected: Bool { FileManager.default.fileExists(atPath: folder["socket.boot-end"]) }
  }

  /// As without a free instance of inotify. loaderd-quit.service does not start while there is a marker.
  @Test func markerOfAPredecessorIsRemovedWhereNothingCanBeWatched() throws {
    let boot = try Boot(), path = Bytes(cString: boot.folder.path)
    _ = try boot.folder.write("socket.boot-end", [])
    #expect(BootEnd(boot.loop, beside: "\(path)/socket", in: "\(path)/none") {} == nil && !boot.isExpected)
  }

  @Test func removalOfTheFileIsTheEnd() throws {
    let boot = try Boot(), daemon = try boot.start()
    #expect(!boot.isExpected)
    _ = try boot.folder.write("other", [])
    let file = try boot.folder.write("nologin", [])
    try boot.loop.run {
      if boot.ends > 0 { return boot.loop.stop() }
      if boot.isExpected { unlink(file) }
    }
    #expect(boot.ends == 1 && boot.isExpected, "loaderd-quit.service looks for the marker until the daemon has ended")
    daemon.close()
    #expect(!boot.isExpected)
  }

  /// A daemon may go on after `quit --retain`, until another program's picture is there.
  @Test func closedWaitIsOver() throws {
    let boot = try Boot()
    let file = try boot.folder.write("nologin", [])
    let daemon = try boot.start()
    daemon.close()
    #expect(!boot.isExpected)
    unlink(file)
    // The events of one folder are handled in the order in which they happened.
    let watch = try FolderWatch(boot.loop) { boot.loop.stop() }
    watch.add(Bytes(cString: boot.folder.path))
    _ = try boot.folder.write("last", [])
    try boot.loop.run {}
    watch.stop()
    #expect(boot.ends == 0 && !boot.isExpected)
  }

  @Test func successorLearnsThatTheEndHasCome() throws {
    let boot = try Boot()
    let file = try boot.folder.write("nologin", [])
    _ = try boot.start()
    #expect(boot.isExpected && boot.ends == 0)
    try FileManager.default.removeItem(atPath: file)
    _ = try boot.start()
    #expect(boot.ends == 1)
  }

  @Test func noFileMeansNoEnd() throws {
    let boot = try Boot()
    _ = try boot.start()
    #expect(!boot.isExpected && boot.ends == 0)
  }

  /// The daemon in a machine of its own.
  @Suite(.enabled(if: PrivateMachine.isUsable, "needs root"))
  struct MachineTests {
    private let marker = "/run/loaderd/io.loaderd.Screen.boot-end"

    @Test func daemonEndsWithTheBoot() throws {
      let machine = try PrivateMachine()
      _ = try machine.shell("touch /run/nologin")
      #expect(eventually { machine.exists(marker) })
      #expect(try machine.state("mode") == "boot")
      _ = try machine.shell("rm /run/nologin")
      #expect(try machine.child.finish().status == 0)
    }

    @Test func screenStaysUntilQuitIfTheConfigurationSaysSo() throws {
      let folder = Folder()
      let file = try folder.write("conf", Array("[Handover]\nuntil = quit\n".utf8))
      let machine = try PrivateMachine(["--config", file], preparing: "touch /run/nologin")
      #expect(eventually { machine.exists(marker) })
      _ = try machine.shell("rm /run/nologin")
      #expect(try machine.control(["quit", "--handover"]).status == 0)
      #expect(try machine.state("mode") == "boot")
      #expect(try machine.control(["quit"]).status == 0)
      #expect(try machine.child.finish().status == 0)
    }

    /// As shutdown(8) creates the file for a shutdown that is called off.
    @Test func daemonThatStartsAfterTheBootWaitsForNoEnd() throws {
      let ended = "mkdir /run/loaderd && touch /run/loaderd/io.loaderd.Screen.ended"
      let machine = try PrivateMachine(preparing: ended)
      _ = try machine.shell("touch /run/nologin")
      #expect(try machine.state("mode") == "boot")
      _ = try machine.shell("rm /run/nologin")
      #expect(try machine.state("mode") == "boot" && !machine.exists(marker))
    }
  }
}
