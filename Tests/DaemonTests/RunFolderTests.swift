import Foundation
import Process
import Testing

/// A `/run` that is full, or covered by another file system while the daemon runs.
@Suite(.enabled(if: PrivateMachine.isUsable, "needs root"))
struct RunFolderTests {
  private static let socket = "/run/loaderd/io.loaderd.Screen"
  private static let state = socket + ".state"

  @Test func fullFolderIsLoggedOnceAndWhatIsMissedIsWrittenLater() throws {
    let machine = try PrivateMachine(preparing: "mount -o remount,size=256k /run")
    #expect(try machine.shell("dd if=/dev/zero of=/run/filler bs=4k 2>&1; true").status == 0)
    for text in ["One", "Two", "Three"] {
      #expect(try machine.control(["status", text]).status == 0)
      pause(0.3)  // longer than the interval of the journal
    }
    #expect(try machine.state("status") == "Three")
    let lines = try machine.child.errors.split(separator: "\n").filter { $0.contains(Self.state) }
    #expect(lines.count == 1 && lines[0].contains("No space left on device"), "\(lines)")
    #expect(!machine.exists(Self.state + ".new"))
    #expect(try machine.shell("rm /run/filler").status == 0)
    #expect(try eventually { try machine.shell("grep -q Three \(Self.state)").status == 0 })
  }

  @Test(arguments: ["mount -t tmpfs tmpfs /run", "mount --move /run /mnt"])
  func daemonIsReachableAfterTheFolderIsCovered(command: String) throws {
    // Below the folder that is moved away lies another one, with the socket of a loaderd that has been killed.
    let machine = try PrivateMachine(
      preparing: """
        mkdir /run/loaderd && \
        python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("\(Self.socket)")' && mount -t tmpfs tmpfs /run
        """)
    #expect(try machine.shell(command).status == 0)
    #expect(try eventually { try machine.control(["status", "Here"]).status == 0 })
    #expect(try eventually { try machine.shell("grep -q Here \(Self.state)").status == 0 })
    let successor = try Child(
      machine.inside(.loaderd), ["--output", "headless", "--replace"].map { Array($0.utf8) }, in: Folder())
    #expect(eventually { !machine.child.isRunning && successor.isRunning })
    #expect(try machine.child.finish().status == 0)
  }

  /// switch_root(8) moves several file systems at once, and nothing may wake the daemon after the last one.
  @Test func rootFileSystemIsFollowedWhileThePictureIsStill() throws {
    let machine = try PrivateMachine(["--initramfs"]), process = "/proc/\(machine.child.pid)"
    #expect(try machine.control(["show", "text", "Still", "--transition", "none"]).status == 0)
    pause(0.5)  // longer than the daemon stays awake for its last frame
    let timerIsSet = "grep -q 'it_value: (0, [1-9]' \(process)/fdinfo/*"
    #expect(try eventually { try Program("/bin/sh").run(["-c", timerIsSet]).status == 0 })
    #expect(try machine.shell("mount -t tmpfs tmpfs /mnt && mkdir /mnt/run && mount --move /run /mnt/run").status == 0)
    #expect(eventually { (try? FileManager.default.destinationOfSymbolicLink(atPath: process + "/root")) == "/mnt" })
  }
}
