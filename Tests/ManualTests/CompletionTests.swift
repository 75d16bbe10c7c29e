import Foundation
import Process
import Testing

/// The shell completions, run in bash, zsh and fish.
@Suite struct CompletionTests {
  /// Command lines and the completions of the last word: exactly these, or at least these when the first is "…".
  static let cases: [(line: String, offered: [String])] = [
    ("loaderctl sh", ["show"]), ("loaderctl mess", ["message"]), ("loaderctl --socket /x hi", ["hide"]),
    ("loaderctl show sh", ["shimmer"]), ("loaderctl --json loaders w", ["worm"]),
    ("loaderctl show shimmer --st", ["--style"]), ("loaderctl show bar --co", ["--color", "--corner-radius"]),
    ("loaderctl show --style grok shimmer --al", ["--align"]),
    ("loaderctl show shimmer Hello --style s", ["sweep"]),
    ("loaderctl show shimmer --style=gr", ["gradient"]), ("loaderctl mode re", ["reboot", "reset"]),
    ("loaderctl hide --transition ", ["fade", "none"]), ("loaderctl render bar --format rgb", ["rgb565", "rgb888"]),
    ("loaderctl message --f", ["--for"]), ("loaderctl status x", []), ("loaderctl hide --st", []),
    ("loaderd --outp", ["--output"]), ("loaderd --output ", ["…", "auto", "drm", "fbdev", "headless", "wayland"]),
    ("loaderd --show sk", ["skeleton"]), ("loaderd --mode up", ["update"]),
    ("loaderctl show ", ["…", "bar", "shimmer", "text"]),
    ("loader-bridge --fail", ["--failures"]), ("loader-bridge --failures ", ["all", "essential", "none"]),
    ("loaderctl help foll", ["follow"]), ("loaderctl show --text Hello shimm", ["shimmer"]),
    ("loaderctl yield --te", ["--text"]), ("loaderctl run --loader ring --line", ["--line-width"]),
    ("loaderctl run --loader=ring --line", ["--line-width"]),
    ("loaderctl mode --json re", ["reboot", "reset"]), ("loaderctl screenshot --socket /x --ou", ["--output"]),
    ("loaderctl show --if-running shimmer --al", ["--align"]),
  ]

  @Test(arguments: cases) func bashCompletes(line: String, offered: [String]) throws {
    // bash splits words at equals signs (COMP_WORDBREAKS).
    let words = line.replacing("=", with: " = ").split(separator: " ", omittingEmptySubsequences: false).map(
      String.init)
    check(try inBash(words), offered)
  }

  /// Words after `--` belong to the command.
  @Test func bashCompletesNoOptionsForAnotherProgram() throws {
    #expect(try inBash(["loaderctl", "run", "--", "ls", "--"]) == [])
    #expect(try inBash(["loaderctl", "run", "--", "mkfif"]).contains("mkfifo"))
  }

  private func inBash(_ words: [String]) throws -> [String] {
    let command = String(words[0].split(separator: "/").last ?? "")
    let file = try Documents.folder["completions/bash/\(command)"]
    let script = """
      source "$1"; shift
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _\(command)
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try Program("/bin/bash").run(["--norc", "-c", script, "bash", file] + words)
    #expect(outcome.errors == "", "\(outcome.errors)")
    return outcome.text.split(separator: "\n").map(String.init)
  }

  @Test(arguments: cases) func zshCompletes(line: String, offered: [String]) throws {
    check(try inZsh(line), offered)
  }

  private func inZsh(_ line: String, path: String = "/usr/bin:/bin") throws -> [String] {
    let folder = Folder()
    let script = Documents.tests.appending(path: "capture.zsh").path()
    let outcome = try Program("/usr/bin/zsh").run(
      ["-f", script, Documents.folder["completions/zsh"], folder.path, line],
      environment: ["LC_ALL": "C.UTF-8", "PATH": path])
    #expect(outcome.errors == "", "\(outcome.errors)")
    return outcome.text.split(separator: "\n").map(String.init)
  }

  @Test(arguments: cases) func fishCompletes(line: String, offered: [String]) throws {
    check(try inFish(line), offered)
  }

  private func inFish(_ line: String, path: String = "/usr/bin:/bin") throws -> [String] {
    let folder = Folder()
    let file = try Documents.folder["completions/fish/\(line.prefix { $0 != " " }).fish"]
    let outcome = try Program("/usr/bin/fish").run(
      ["--no-config", "--features", "qmark-noglob", "-c", "source \(file); complete -C '\(line)'"],
      environment: [
        "HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path, "LC_ALL": "C.UTF-8",
        "PATH": path,
      ])
    #expect(outcome.errors == "", "\(outcome.errors)")
    // fish prints the description after a tab, and the whole of --option=value.
    let words = outcome.text.split(separator: "\n").compactMap { $0.split(separator: "\t").first }
    return words.map { word in word.hasPrefix("--") ? String(word.split(separator: "=").last ?? "") : String(word) }
  }

  private func check(_ found: [String], _ offered: [String]) {
    if offered.first == "…" {
      #expect(Set(offered.dropFirst()).isSubset(of: found), "\(found)")
    } else {
      #expect(found.sorted() == offered, "\(found)")
    }
  }

  @Test func pathsAreCompletedAsFilesOrFolders() throws {
    let folder = Folder()
    try folder.write("picture.png", [])
    try FileManager.default.createDirectory(atPath: folder["pictures"], withIntermediateDirectories: true)
    let start = folder["pic"]
    for option in [
      ["loaderctl", "render", "bar", "-o"], ["loaderctl", "show", "logo", "--image"], ["loaderd", "--config"],
    ] {
      #expect(try inBash(option + [start]).sorted() == [folder["picture.png"], folder["pictures"]], "\(option)")
    }
    #expect(try inBash(["loaderd", "--frames", start]) == [folder["pictures"]])
    #expect(try inBash(["loaderctl", "check", start]) == [folder["pictures"]])
  }

  @Test func outputsAreQueriedFromTheDaemon() throws {
    let daemon = try RunningDaemon()
    let loaderctl = Program.loaderctl(in: daemon.folder).path
    #expect(try inBash([loaderctl, "--socket", daemon.socket, "screenshot", "--output", "he"]) == ["headless"])
    #expect(try inBash([loaderctl, "--socket", "/nonexistent", "screenshot", "--output", ""]) == [])
    #expect(
      try inBash([loaderctl, "--socket", "=", daemon.socket, "screenshot", "--output", "he"]) == ["headless"])
    let path = "\(daemon.folder.path):/usr/bin:/bin"
    for option in ["--socket \(daemon.socket)", "--socket=\(daemon.socket)"] {
      let line = "loaderctl \(option) screenshot --output he"
      #expect(try inZsh(line, path: path) == ["headless"] && inFish(line, path: path) == ["headless"], "\(option)")
    }
    let after = "loaderctl screenshot -o x --socket \(daemon.socket) --output he"
    #expect(try inZsh(after, path: path) == ["headless"] && inFish(after, path: path) == ["headless"])
  }

  @Test func bashLoadsTheScripts() throws {
    for name in ["loaderctl", "loaderd", "loader-bridge"] {
      let file = try Documents.folder["completions/bash/\(name)"]
      #expect(try Program("/bin/bash").run(["-n", file]).errors == "")
      #expect(
        try Program("/bin/bash").run(["-c", "source \(file); complete -p \(name)"]).text
          == "complete -F _\(name) \(name)\n")
    }
  }
}
