import Foundation
import Process
import Testing

/// Programs that print progress, run with `loaderctl run`.
@Suite struct ProgressToolTests {
  /// Runs a command; returns each progress and status line that the daemon showed, and the outcome of the command.
  static func watch(_ words: [String]) throws -> (progress: [Double], labels: [String], outcome: Outcome) {
    let daemon = try RunningDaemon(showing: nil)
    let folder = Folder()
    let words = ["--socket", daemon.socket, "run"] + words
    let child = try Child(Program.loaderctl(in: folder), words.map { Array($0.utf8) }, in: folder)
    let client = try daemon.client()
    var progress: [Double] = [], labels: [String] = []
    while child.isRunning {
      let state = try client.call("io.loaderd.Screen.GetState")
      if let value = state.number("progress"), value != progress.last { progress.append(value) }
      if let label = state.text("status"), label != labels.last { labels.append(label) }
      pause(0.01)
    }
    let outcome = try child.finish()
    #expect(try eventually { try daemon.call("GetState").isNull("loader") })
    return (progress, labels, outcome)
  }

  /// Writes a file of three million bytes that do not compress.
  static func data(in folder: Folder) throws -> String {
    try folder.write("data", (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 9) })
  }

  static func isRising(_ progress: [Double], beyond fraction: Double) -> Bool {
    progress == progress.sorted() && progress.count >= 2 && progress.last ?? 0 > fraction
  }

  @Test(arguments: [["-n"], ["-f"]]) func pvIsParsed(options: [String]) throws {
    let folder = Folder()
    let seen = try ProgressToolTests.watch(
      ["--", "pv", "-L", "3M", "-i", "0.1"] + options + [try ProgressToolTests.data(in: folder)])
    #expect(try seen.outcome.output == folder.data("data") && seen.outcome.status == 0)
    #expect(ProgressToolTests.isRising(seen.progress, beyond: 0.5), "\(seen.progress)")
  }

  @Test func rsyncIsParsed() throws {
    let folder = Folder()
    let data = try ProgressToolTests.data(in: folder)
    let seen = try ProgressToolTests.watch(["--", "rsync", "--info=progress2", "--bwlimit=2000", data, folder["copy"]])
    #expect(seen.outcome.status == 0 && ProgressToolTests.isRising(seen.progress, beyond: 0.5), "\(seen.progress)")
    #expect(seen.outcome.text.contains("100%"))
  }

  @Test(arguments: [["curl"], ["curl", "-#"]]) func curlIsParsed(words: [String]) throws {
    let server = try SlowServer()
    let seen = try ProgressToolTests.watch(["--"] + words + ["-o", server.folder["copy"], server.address])
    #expect(seen.outcome.status == 0 && ProgressToolTests.isRising(seen.progress, beyond: 0.3), "\(seen.progress)")
    #expect(
      try ProgressToolTests.watch(["--", "curl", "-f", "-o", server.folder["copy"], server.address + "/x"]).outcome
        .status == 22
    )
  }

  @Test(arguments: [["wget"], ["wget", "--progress=bar:force"]]) func wgetIsParsed(words: [String]) throws {
    let server = try SlowServer()
    let seen = try ProgressToolTests.watch(["--"] + words + ["-O", server.folder["copy"], server.address])
    #expect(seen.outcome.status == 0 && ProgressToolTests.isRising(seen.progress, beyond: 0.5), "\(seen.progress)")
    #expect(seen.labels.contains(server.folder["copy"]))
  }

  @Test func ddIsParsed() throws {
    let folder = Folder()
    let data = try ProgressToolTests.data(in: folder)
    let slow = "(head -c 1500000; sleep 1.2; head -c 500000; sleep 1.2; cat) < \(data) | "
    let copy = "dd of=\(folder["copy"]) status=progress"
    let sized = try ProgressToolTests.watch(["--size", data, "--", "sh", "-c", slow + copy])
    #expect(sized.outcome.status == 0 && sized.progress.contains { (0.4...0.9).contains($0) }, "\(sized.progress)")
    let unsized = try ProgressToolTests.watch(["--", "sh", "-c", slow + copy])
    #expect(unsized.progress.isEmpty && unsized.labels.contains { $0.hasSuffix(" MB") }, "\(unsized.labels)")
    let known = try ProgressToolTests.watch([
      "--", "dd", "if=/dev/zero", "of=/dev/null", "bs=1", "count=12000000", "status=progress",
    ])
    #expect(known.outcome.status == 0 && known.progress.contains { (0.05...0.95).contains($0) }, "\(known.progress)")
  }

  /// Installs packages that the test builds, into a folder and without network.
  @Test func aptAndDpkgAreParsed() throws {
    let folder = Folder()
    let made = try Program("/bin/sh", ["-c", AptFolder.script, "sh", folder.path]).run([])
    #expect(made.status == 0, "\(made.errors)")
    let options = AptFolder.options(folder)
    let apt = try ProgressToolTests.watch(
      ["--", "apt-get"] + options + ["-y", "install", "loaderd-one", "loaderd-two"])
    #expect(apt.outcome.status == 0, "\(apt.outcome.errors)")
    #expect(apt.labels.contains { $0.hasSuffix(" loaderd-two") || $0.contains(" loaderd-two (") }, "\(apt.labels)")
    #expect(apt.progress.contains { (0.1...0.95).contains($0) })
    let failing = try ProgressToolTests.watch(["--", "apt-get"] + options + ["-y", "install", "loaderd-bad"])
    #expect(failing.outcome.status == 100)
    let dpkg = try ProgressToolTests.watch([
      "--", "dpkg", "--root=\(folder["root"])", "--force-not-root", "--force-script-chrootless", "-i",
      folder["repository/loaderd-one_1_all.deb"],
    ])
    #expect(dpkg.outcome.status == 0 && dpkg.outcome.text.contains("Setting up loaderd-one"))
    let shown = try ProgressToolTests.watch([
      "--progress", "apt", "--", "sh", "-c", "echo pmstatus:x:42.0:Doing it >&$LOADERD_STATUS_FD; sleep 3",
    ])
    #expect(shown.progress.count == 1 && shown.labels.contains("Doing it"), "\(shown)")
  }

  /// dialog(1) shows the same text and percentage for the same input.
  @Test func dialogInputIsParsed() throws {
    let folder = Folder()
    let input = try folder.write("input", Array("10\nXXX\n42\nSetting up\nXXX\n".utf8))
    let outcome = try Program(
      "/usr/bin/script", ["-qec", "TERM=xterm dialog --stdout --gauge x 8 40 < \(input)", "/dev/null"]
    ).run([])
    #expect(outcome.text.contains("Setting up") && outcome.text.contains("42"))
    let words = ["follow", "--format", "dialog"], lines = "10\nXXX\n42\nSetting up\nXXX\n"
    let isShown = try FollowTests.run(words, lines, on: try RunningDaemon()) {
      $0.number("progress") == 0.42 && $0.text("status") == "Setting up"
    }
    #expect(isShown)
  }

  @Test func programsThatNeedATerminalAreParsed() throws {
    let daemon = try RunningDaemon(showing: nil)
    let folder = Folder()
    let data = try ProgressToolTests.data(in: folder)
    let loaderctl = Program.loaderctl(in: folder).path
    let line = "\(loaderctl) --socket \(daemon.socket) run -- pv -L 2M -i 0.1 \(data) > /dev/null"
    let child = try Child(
      Program("/usr/bin/script", ["-qec", line, "/dev/null"], in: folder), [], in: folder)
    #expect(try eventually { try daemon.call("GetState").number("progress").map { $0 > 0.3 } ?? false })
    #expect(try child.finish().text.contains("100%"))
  }
}

/// A local HTTP server that takes more than two seconds to send two million bytes.
final class SlowServer {
  let folder = Folder()
  let address: String
  private let child: Child

  init() throws {
    let program = """
      import http.server, time
      class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *rest): pass
        def do_GET(self):
          if self.path == "/x": return self.send_error(404)
          self.send_response(200)
          self.send_header("Content-Length", "2000000")
          self.end_headers()
          for _ in range(20):
            self.wfile.write(b"x" * 100000)
            time.sleep(0.12)
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      print(server.server_port, flush=True)
      server.serve_forever()
      """
    child = try Child(Program("/usr/bin/python3", ["-c", program], in: folder), [], in: folder)
    let folder = folder
    _ = try eventually { try !folder.data("out").isEmpty }
    let port = String(decoding: try folder.data("out"), as: UTF8.self).dropLast()
    address = "http://127.0.0.1:\(port)"
  }
}

/// A folder with the databases of apt and dpkg, and a package repository.
enum AptFolder {
  static let script = """
    set -e; cd "$1"
    for name in one two bad; do
      mkdir -p $name/DEBIAN $name/usr/share/loaderd-$name repository
      head -c 300000 /dev/urandom > $name/usr/share/loaderd-$name/file
      printf 'Package: loaderd-%s\\nVersion: 1\\nArchitecture: all\\nMaintainer: n <n@example.org>\\nDescription: d\\n' $name > $name/DEBIAN/control
      if [ $name = bad ]; then printf '#!/bin/sh\\nexit 3\\n' > $name/DEBIAN/postinst; chmod 755 $name/DEBIAN/postinst; fi
      if [ $name = one ]; then printf '#!/bin/sh\\nsleep 0.3\\n' > $name/DEBIAN/postinst; chmod 755 $name/DEBIAN/postinst; fi
      if [ $name = two ]; then printf '#!/bin/sh\\nsleep 0.3\\n' > $name/DEBIAN/postinst; chmod 755 $name/DEBIAN/postinst; fi
      dpkg-deb -b $name repository/loaderd-${name}_1_all.deb
      { cat $name/DEBIAN/control; cd repository; stat --printf 'Filename: ./%n\\nSize: %s\\n' loaderd-${name}_1_all.deb
        sha256sum loaderd-${name}_1_all.deb | sed 's/ .*//; s/^/SHA256: /'; echo; cd ..; } >> packages
    done
    mv packages repository/Packages
    mkdir -p state/lists/partial cache/archives/partial log root/var/lib/dpkg/updates root/var/lib/dpkg/info root/var/lib/dpkg/triggers
    : > root/var/lib/dpkg/status
    echo "deb [trusted=yes] copy:$1/repository ./" > sources
    apt-get \(optionText) update
    """

  private static let optionText =
    "-o Dir::State=$1/state -o Dir::State::status=$1/root/var/lib/dpkg/status -o Dir::Cache=$1/cache -o Dir::Log=$1/log "
    + "-o Dir::Etc::sourcelist=$1/sources -o Dir::Etc::sourceparts=/nonexistent -o Dir::Etc::parts=/nonexistent "
    + "-o DPkg::Options::=--root=$1/root -o DPkg::Options::=--force-not-root "
    + "-o DPkg::Options::=--force-script-chrootless -o APT::Sandbox::User="

  static func options(_ folder: Folder) -> [String] {
    optionText.replacingOccurrences(of: "$1", with: folder.path).split(separator: " ").map(String.init)
  }
}
