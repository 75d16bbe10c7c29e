import Foundation
import Process
import Testing

/// `loaderctl run` on a terminal: keys, size and job control of the command.
@Suite struct TerminalTests {
  /// Runs terminal.py; returns its output. Each of its steps may take a minute.
  static func output(_ steps: [String], _ words: [String], in folder: Folder = Folder()) throws -> String {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "terminal.py").path()
    let loaderctl = Program.loaderctl(in: folder).path
    let command = words.isEmpty ? [] : [loaderctl, "--if-running", "--socket", folder["s"], "run", "--"] + words
    return try Program("/usr/bin/python3", [script] + steps + ["--"] + command, in: folder).run([], timeout: 600).text
  }

  @Test func theCommandHasATerminal() throws {
    let script = "test -t 0 && test -t 1 && test -t 2 && stty size && exit 4"
    #expect(try TerminalTests.output(["pause"], ["sh", "-c", script]) == "[exit 4]30 100\r\n")
    let pipe = try TerminalTests.output(["pause"], ["sh", "-c", "test -t 1 && stty size <&1"])
    #expect(pipe.hasPrefix("[exit 0]30 100"))
  }

  @Test func keysAndSizeAreForwarded() throws {
    let script =
      "stty -echo; trap 'stty size; exit 6' WINCH; echo ready; read a; echo \"<$a>\"; while :; do sleep 0.05; done"
    let output = try TerminalTests.output(
      ["wait ready", "modes", "type hi\r", "wait <hi>", "size 70", "wait 30 70"], ["bash", "-c", script])
    #expect(output.hasPrefix("[raw][exit 6]") && !output.contains("[no"), "\(output)")
  }

  @Test func interruptEndsTheCommandOnly() throws {
    let output = try TerminalTests.output(
      ["wait ready", "type \u{3}"],
      ["bash", "-c", "trap 'echo got; exit 9' INT; echo ready; while :; do sleep 0.05; done"])
    #expect(output.hasPrefix("[exit 9]ready\r\n^Cgot\r\n"), "\(output)")
    #expect(
      try TerminalTests.output(["wait ready", "type \u{3}"], ["sh", "-c", "echo ready; sleep 20"]).hasPrefix(
        "[exit -2]"), "SIGINT ends it, as it has ended its command")
  }

  /// A shell goes on with its script if the command has handled Ctrl-C, and ends the script if that has ended it.
  @Test func interruptEndsTheScriptAroundTheCommand() throws {
    let folder = Folder(), loaderctl = Program.loaderctl(in: folder).path
    let run = "\(loaderctl) --if-running --socket \(folder["s"]) run --"
    try folder.write("script", Array("\(run) bash -c 'echo ready; sleep 60'\necho next\n".utf8))
    let output = try TerminalTests.output(
      [
        "shell", "wait $ ", "type bash \(folder["script"]) | (trap 'echo reader' INT; cat; sleep 1)\r", "wait ready",
        "type \u{3}", "wait reader", "type echo $((6*7))\r", "wait 42", "type exit\r",
      ], [], in: folder)
    #expect(!output.contains("[no") && !output.contains("next"), "\(output)")
  }

  @Test func withPipedInputTheCommandIsInOurProcessGroup() throws {
    let folder = Folder()
    let loaderctl = Program.loaderctl(in: folder).path
    let line =
      "echo x | \(loaderctl) --if-running --socket \(folder["s"]) run -- bash -c 'cat; test -t 1 && echo yes; sleep 20'"
    let output = try TerminalTests.output(
      [
        "shell", "wait $ ", "type \(line)\r", "wait x\r\nyes\r\n", "type \u{3}", "wait ^C", "type echo $?\r",
        "wait 130", "type exit\r",
      ],
      [], in: folder)
    #expect(!output.contains("[no"), "\(output)")
  }

  /// The terminal is taken away, as by a connection that ends: the kernel sends SIGHUP, which the command may ignore.
  @Test func theCommandGoesOnWithoutItsTerminal() throws {
    let folder = Folder()
    let script = """
      trap '' HUP; echo ready; sleep 1; for i in {1..20000}; do echo 50%; done; echo whole > \(folder["end"]); exit 7
      """
    let command = ["bash", "-c", script]
    let output = try TerminalTests.output(["wait ready", "close"], command, in: folder)
    #expect(output.hasPrefix("[exit 7]"), "\(output)")
    #expect(try folder.data("end") == Data("whole\n".utf8))
  }

  @Test(arguments: ["auto", "none"]) func jobsAreStoppedAndContinued(format: String) throws {
    let folder = Folder()
    let loaderctl = Program.loaderctl(in: folder).path
    let line =
      "\(loaderctl) --if-running --socket \(folder["s"]) run --progress \(format) -- bash -c 'echo one; sleep 1; read a; echo got-$a'"
    let output = try TerminalTests.output(
      [
        "shell", "wait $ ", "type \(line)\r", "wait one\r\n", "pause", "type \u{1A}", "wait Stopped", "wait $ ",
        "modes",
        "type echo mid$((1+1))\r", "wait mid2", "wait $ ", "type fg\r", "pause", "pause", "pause", "pause", "pause",
        "type yes\r", "wait got-yes", "wait $ ", "type exit\r",
      ], [], in: folder)
    #expect(!output.contains("[no") && output.contains("[cooked]"), "\(output)")
  }

  @Test func backgroundJobsAreContinuedInTheForeground() throws {
    let folder = Folder()
    let loaderctl = Program.loaderctl(in: folder).path
    let line = "\(loaderctl) --if-running --socket \(folder["s"]) run -- bash -c 'read a; echo got-$a' &"
    let output = try TerminalTests.output(
      [
        "shell", "wait $ ", "type \(line)\r", "wait $ ", "pause", "modes", "type echo mid$((1+1))\r", "wait mid2",
        "wait $ ", "type fg\r", "pause", "pause", "type yes\r", "wait got-yes", "wait $ ", "type exit\r",
      ], [], in: folder)
    #expect(!output.contains("[no") && output.contains("[cooked]"), "\(output)")
  }
}
