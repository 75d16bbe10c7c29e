import Foundation
import Process
import Testing

/// Animated PNG files, decoded with Pillow of PyPI.
@Suite struct AnimationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
  private static let python = root.appending(path: "build/venv/bin/python").path()

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: python), "build/venv is not there: Tests/venv makes it"),
    arguments: [
      ["shimmer", "Hi"], ["orb", "--scale", "0.4"], ["worm", "--background", "transparent"], ["text", "Still"],
    ])
  func everyFrameEqualsTheStillAtItsTime(_ words: [String]) throws {
    let folder = Folder()
    let loaderctl = Program.loaderctl(in: folder)
    let drawing = ["render"] + words + ["--size", "120x100"]
    #expect(try loaderctl.run(drawing + ["--duration", "0.4", "--fps", "25", "-o", folder["a.apng"]]).status == 0)
    var stills: [String] = []
    for frame in 0..<10 {
      stills.append(folder["\(frame).png"])
      #expect(try loaderctl.run(drawing + ["--at", "\(Double(frame) / 25)", "-o", stills[frame]]).status == 0)
    }
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "compare_frames.py").path()
    let outcome = try Program(AnimationTests.python, [script]).run([folder["a.apng"]] + stills)
    #expect(outcome.status == 0 && outcome.text == "done\n", "\(outcome.errors)")
  }
}
