import Foundation
import Process
import Testing

/// Verbs that start programs of /usr/lib/loaderd, which is a folder of the test here.
@Suite(.enabled(if: geteuid() == 0, "mounts need root")) struct PackagedProgramTests {
  /// Runs `loaderctl preview` with a script as the program.
  private static func preview(_ script: String, _ words: String = "") throws -> Outcome {
    let folder = Folder(), loaderctl = Program.loaderctl(in: folder).path
    let file = try folder.write("preview", Array(script.utf8))
    chmod(file, 0o755)
    let line = """
      set -e
      mkdir \(folder["lib"]) \(folder["lib/loaderd"])
      for file in /usr/lib/*; do ln -s /mnt/${file##*/} \(folder["lib"]); done
      mv \(file) \(folder["lib/loaderd"])
      mount --bind /usr/lib /mnt
      mount --bind \(folder["lib"]) /usr/lib
      exec \(loaderctl) \(words) preview
      """
    return try Program("/usr/bin/unshare", ["-m", "/bin/sh", "-c", line], in: folder).run([])
  }

  @Test func aMissingInterpreterIsNamed() throws {
    let outcome = try PackagedProgramTests.preview("#!/opt/none/python9 -B\nprint(1)\n")
    #expect(outcome.status == 1)
    let problem = "/usr/lib/loaderd/preview: cannot be started without /opt/none/python9; install the package python9"
    #expect(outcome.errors == "loaderctl: \(problem)\n")
  }

  @Test func theTextOfTheProgramIsNoJSON() throws {
    let plain = try PackagedProgramTests.preview("#!/bin/sh\necho a line\n")
    #expect(plain.status == 0 && plain.text == "a line\n")
    let good = try PackagedProgramTests.preview("#!/bin/sh\necho a line\n", "--json")
    #expect(good.status == 0 && good.text == "{}\n" && good.errors == "a line\n")
    let failing = try PackagedProgramTests.preview("#!/bin/sh\necho a line; exit 4\n", "--json")
    let answer = try JSONSerialization.jsonObject(with: failing.output) as? [String: Any]
    #expect(failing.status == 4 && answer?["error"] as? String == "Failed", "\(failing.text)")
  }
}
