import Foundation
import Process
import Testing

/// Our plymouth client and Debian's: the same arguments and replies have the same requests, output and exit status.
@Suite(.enabled(if: Peers.areUsable, "build/peers is missing (run Tests/peers), or we are not root"))
struct PlymouthSideBySideTests {
  private let folder = Folder()

  /// Runs a client with a fake daemon. Returns its exit status, its output and the requests it has sent.
  private func run(_ client: PlymouthProgram, _ replies: String, _ words: [String]) throws -> String {
    let program = client.program(in: folder)
    let server = Program("/usr/bin/unshare", ["-n", "/usr/bin/python3", Peers.script("plymouth_server.py"), replies])
    return try server.run([program.path] + words, environment: Peers.environment).text
  }

  private func expectSame(_ replies: String, _ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let real = try run(.real, replies, words), ours = try run(.ours, replies, words)
    #expect(real == ours && !ours.isEmpty, "\(replies) \(line)")
  }

  private static let answer = "02030000006162630A", password = "*=0203000000616263"

  @Test(arguments: [
    "--ping", "--quit", "quit", "quit --retain-splash", "--update=abc", "update --status=abc", "--update abc",
    "--newroot=/x", "update-root-fs --new-root-dir=/x", "update-root-fs --read-write", "--sysinit", "--details",
    "--has-active-vt", "--show-splash", "--hide-splash", "show-splash hide-splash", "--ping deactivate",
    "change-mode --shutdown --boot-up", "change-mode --updates=no --reboot", "change-mode", "system-update",
    "system-update --progress=42", "system-update --progress=0x10", "system-update --progress=101",
    "display-message --text=hi", "display-message --text=", "message --text=hi", "hide-message --text=hi",
    "ignore-keystroke --keys=yn", "ignore-keystroke", "--ignore-keystroke=x", "pause-progress", "unpause-progress",
    "report-error", "deactivate", "reactivate", "unknown", "--unknown",
  ])
  func acknowledgedRequests(line: String) throws { try expectSame("", line) }

  @Test(arguments: [
    ("P=15", "--ping"), ("V=15", "--has-active-vt"), ("D=15", "deactivate"), ("D=99", "deactivate"),
    ("D=close", "deactivate"), ("Q=close", "quit"), ("Q=06;", "--wait quit"), ("Q=close", "--wait quit"),
  ])
  func refusalsAndDisconnections(replies: String, line: String) throws { try expectSame(replies, line) }

  @Test(arguments: [
    (password, "ask-for-password"), (password, "--ask-for-password"),
    (password, "ask-for-password --prompt=Q --dont-pause-progress"), ("*=020100000003", "ask-for-password"),
    ("*=close", "ask-for-password"), ("\(password),c=05", "ask-for-password --command=cat"),
    ("\(password),c=05", "ask-for-password --command=false --number-of-tries=2"),
    ("\(password),c=05", "ask-for-password --command=/nonexistent --number-of-tries=2"),
    ("W=0203000000616263", "ask-question --prompt=Q"), ("W=0203000000616263", "ask-question --command=false"),
    ("W=0203000000616263", "ask-question --command=cat"), ("W=0200000000", "ask-question"),
    ("K=020100000079", "watch-keystroke --keys=yn"), ("K=020100000079", "watch-keystroke --command=cat"),
    ("K=05", "watch-keystroke"),
  ])
  func answers(replies: String, line: String) throws { try expectSame(replies, line) }

  @Test func signalOfTheCommandEndsTheClient() throws {
    let script = try folder.write("die", Array("#!/bin/sh\ncat >/dev/null\nkill -9 $$\n".utf8))
    chmod(script, 0o755)
    try expectSame(
      "\(PlymouthSideBySideTests.password),c=05", "ask-for-password --number-of-tries=2 --command=\(script)")
  }

  @Test(arguments: [
    "--ping", "--wait", "--wait quit", "--wait --ping", "quit", "--has-active-vt", "change-mode", "ask-for-password",
    "ask-for-password --command=true", "ask-for-password --command=false --number-of-tries=2", "ask-question",
    "ask-for-password --command=/nonexistent --number-of-tries=2", "watch-keystroke", "",
  ])
  func withoutADaemon(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let outcomes = try PlymouthProgram.allCases.map { client in
      let alone = client.program(in: folder).behind("/usr/bin/unshare", ["-n"])
      let outcome = try alone.run(words, environment: Peers.environment)
      return "\(outcome.status ?? -1) \(outcome.text) \(line.isEmpty || outcome.errors.contains("Available") )"
    }
    #expect(outcomes[0] == outcomes[1])
  }

  /// `reactivate` is left out: plymouthd aborts without a terminal.
  @Test func requestsToTheRealDaemon() throws {
    let plymouthd = Peers.daemon.behind("/usr/bin/unshare", ["-n"])
    let words = ["--no-daemon", "--mode=boot", "--tty=/dev/null", "--no-boot-log", "--kernel-command-line=splash"]
    let daemon = try Child(
      plymouthd, (words + ["--pid-file=\(folder["pid"])"]).map { Array($0.utf8) }, in: Folder(),
      environment: Peers.environment)
    func status(_ client: PlymouthProgram, _ line: String) throws -> Int32? {
      let program = client.program(in: folder).behind("/usr/bin/nsenter", ["--net=/proc/\(daemon.pid)/ns/net"])
      return try program.run(line.split(separator: " ").map(String.init), environment: Peers.environment).status
    }
    #expect(try eventually { try status(.real, "--ping") == 0 })
    for line in [
      "--ping", "--has-active-vt", "change-mode --updates", "system-update --progress=5", "update --status=x",
      "show-splash", "display-message --text=a", "hide-message --text=a", "hide-splash", "pause-progress",
      "unpause-progress", "deactivate", "report-error", "--sysinit", "ignore-keystroke --keys=a", "--newroot=/",
      "ask-for-password",
    ] {
      #expect(try status(.ours, line) == status(.real, line), "\(line)")
    }
    #expect(try status(.ours, "--wait quit") == 0)
    #expect(try daemon.finish().status == 0)
  }

  /// The words before the summaries: dnf searches the help for `--system-upgrade`.
  @Test func helpNamesTheSameCommandsAndOptions() throws {
    let helps = try PlymouthProgram.allCases.map { client in
      let help = try client.program(in: folder).run(["--help"], environment: Peers.environment).text
      return help.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { String($0.split(separator: " ")[0]) }
    }
    #expect(helps[0].count > 40)
    for word in helps[0] { #expect(helps[1].contains(word)) }
    let additions = Set(helps[1]).subtracting(helps[0])
    #expect(additions == ["--version", "--system-reset", "reload"], "the last two are plymouth 24.004's")
  }
}
