import Foundation
import Process
import Testing

/// Questions that are asked on the text console while the display is lent to it.
@Suite(.enabled(if: PrivateMachine.isUsable, "needs root"))
struct ConsoleQuestionTests {
  private static let agent = "/bin/systemd-tty-ask-password-agent"
  private let machine: PrivateMachine

  init() throws { machine = try PrivateMachine() }

  /// Runs our plymouth with a pseudoterminal as the console. `keys` are typed when the console shows `prompt`, one
  /// element each time. Prints the exit status, the standard output, what the console shows, whether the terminal
  /// echoes afterwards, and whether the display was lent while the prompt was shown.
  private func ask(
    _ words: String..., prompt: String, keys: String..., at machine: PrivateMachine? = nil,
    environment: [String: String] = [:]
  ) throws -> [String] {
    let machine = machine ?? self.machine
    let client = PlymouthProgram.ours.program(in: machine.folder).path
    let control = Program.loaderctl(in: machine.folder).path
    let outcome = try machine.inside(Program("/usr/bin/unshare", ["-m", "/usr/bin/python3"])).run(
      [Peers.script("console.py"), prompt, "\(keys.count)"] + keys + [control, client] + words,
      environment: environment.merging(["LC_ALL": "C.UTF-8"]) { $1 })
    #expect(outcome.errors == "")
    return outcome.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func passwordIsAskedWithoutEcho() throws {
    let result = try ask("ask-for-password", "--prompt=Disk", prompt: "Disk: ", keys: "geheim\n")
    #expect(result == ["0", "geheim", "\\rDisk: \\r\\n", "echo", "lent", ""])
    #expect(try machine.reaches("yielded", "0") && machine.state("message") == "")
  }

  /// /dev/tty0 exists there too.
  @Test func passwordIsAskedOnASerialConsoleWithoutADisplay() throws {
    let headless = try PrivateMachine(["--output", "drm", "--device", "/nonexistent"])
    let result = try ask(
      "ask-for-password", "--prompt=Disk", prompt: "Disk: ", keys: "geheim\n", at: headless,
      environment: ["CONSOLE": "serial"])
    #expect(result == ["0", "geheim", "\\rDisk: \\r\\n", "echo", "lent", ""])
  }

  @Test func questionIsAskedWithEcho() throws {
    let result = try ask("ask-question", "--prompt=Name?", prompt: "Name? ", keys: "Ada\n")
    #expect(result == ["0", "Ada", "\\rName? Ada\\r\\n", "echo", "lent", ""])
  }

  @Test func wrongPasswordIsAskedForAgain() throws {
    let check = try machine.folder.write("check", Array("#!/bin/sh\nread -r word\n[ \"$word\" = good ]\n".utf8))
    chmod(check, 0o755)
    let good = try ask("ask-for-password", "--command=\(check)", prompt: "Password: ", keys: "bad\n", "good\n")
    #expect(good[0] == "0" && good[2] == "\\rPassword: \\r\\n\\rPassword: \\r\\n")
    let bad = try ask(
      "ask-for-password", "--command=\(check)", "--number-of-tries=2", prompt: "Password: ", keys: "bad\n", "bad\n")
    #expect(bad[0] == "1")
  }

  @Test(arguments: [("ask-for-password", "0"), ("ask-question", "1")])
  func controlCCancels(verb: String, status: String) throws {
    let result = try ask(verb, "--prompt=Go?", prompt: "Go? ", keys: "ab\u{3}")
    #expect(result[0] == status && result[1] == "" && result[3] == "echo")
  }

  @Test func terminationRestoresTerminalAndDisplay() throws {
    let result = try ask("ask-for-password", prompt: "Password: ", keys: "TERM")
    #expect(result[0] == "-15" && result[3] == "echo" && result[4] == "lent")
    #expect(try machine.reaches("yielded", "0"))
  }

  @Test func killedClientEndsTheLending() throws {
    #expect(try ask("ask-for-password", prompt: "Password: ", keys: "KILL")[0] == "-9")
    #expect(try machine.reaches("yielded", "0"))
  }

  @Test func yieldWithTextLastsUntilResume() throws {
    #expect(try machine.control(["yield", "--text"]).status == 0 && machine.state("yielded") == "1")
    #expect(try machine.control(["resume"]).status == 0 && machine.state("yielded") == "0")
  }

  private func request(_ name: String, _ lines: String) throws {
    #expect(
      try machine.shell("printf '[Ask]\\n\(lines)' > /run/new && mv /run/new /run/systemd/ask-password/\(name)").status
        == 0)
  }

  /// Somebody has called `resume` for the one before.
  @Test func newPasswordRequestShowsTheConsoleAgain() throws {
    _ = try machine.shell("mkdir -p /run/systemd/ask-password")
    try request("ask.a", "Socket=/run/s\\n")
    #expect(try machine.reaches("yielded", "1"), "\(machine.watches)")
    #expect(try machine.control(["resume"]).status == 0 && machine.state("yielded") == "0")
    try request("ask.b", "Socket=/run/s\\n")
    #expect(try machine.reaches("yielded", "1"))
    _ = try machine.shell("rm /run/systemd/ask-password/ask.*")
    #expect(try machine.reaches("yielded", "0"))
  }

  @Test func passwordRequestShowsTheConsoleUntilItIsGone() throws {
    #expect(try machine.state("yielded") == "0")
    _ = try machine.shell("mkdir -p /run/systemd/ask-password")
    try request("ask.a", "Socket=/run/s\\nNotAfter=0\\n")
    #expect(try machine.reaches("yielded", "1"), "\(machine.watches)")
    try request("ask.b", "Socket=/run/s\\nPID=\(machine.child.pid)\\n")
    _ = try machine.shell("rm /run/systemd/ask-password/ask.a")
    #expect(try machine.state("yielded") == "1", "the other one is there")
    _ = try machine.shell("rm /run/systemd/ask-password/ask.b")
    #expect(try machine.reaches("yielded", "0"))
  }

  /// The limit of inotify instances holds for all processes of a user.
  @Test func passwordRequestIsFoundWithoutInotify() throws {
    let machine = try PrivateMachine(namespaces: "-Urnm", preparing: "echo 0 > /proc/sys/user/max_inotify_instances")
    #expect(
      try machine.shell(
        "mkdir -p /run/systemd/ask-password && printf '[Ask]\nSocket=/run/s\n' > /run/systemd/ask-password/ask.a"
      ).status == 0)
    #expect(try machine.reaches("yielded", "1"))
    _ = try machine.shell("rm /run/systemd/ask-password/ask.a")
    #expect(try machine.reaches("yielded", "0"))
  }

  @Test func requestsThatNobodyWaitsForAreIgnored() throws {
    _ = try machine.shell("mkdir -p /run/systemd/ask-password")
    try request("ask.late", "Socket=/run/s\\nNotAfter=1\\n")
    try request("ask.dead", "Socket=/run/s\\nPID=999999999\\n")
    try request("tmp.x", "Socket=/run/s\\n")
    try request("ask.none", "Message=x\\n")
    #expect(try machine.state("yielded") == "0")
    try request("ask.real", "Socket=/run/s\\n")
    #expect(try machine.reaches("yielded", "1"))
  }

  /// systemd-ask-password(1) and its agent, as systemd-ask-password-console.service starts it.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: agent), "systemd is not installed"))
  func systemdAgentAsksOnTheConsole() throws {
    let agent = ConsoleQuestionTests.agent
    let outcome = try machine.inside(Program("/usr/bin/unshare", ["-m", "/usr/bin/python3"])).run(
      [
        Peers.script("console.py"), "Disk", "1", "secret\n", Program.loaderctl(in: machine.folder).path, "/bin/sh",
        "-c",
        "mkdir -p /run/systemd/ask-password; \(agent) --watch --console=/dev/console & systemd-ask-password --no-tty Disk; s=$?; kill %1 2>/dev/null || kill $!; exit $s",
      ])
    let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "0" && lines.dropFirst().first == "secret" && lines.contains("lent"), "\(outcome)")
    #expect(try machine.reaches("yielded", "0"))
  }
}
