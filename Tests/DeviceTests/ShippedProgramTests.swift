import Foundation
import Process
import Testing

/// The shipped programs: size, dependencies, symbols and pictures.
@Suite(.enabled(if: !Build.architectures.isEmpty, "no architecture is built; run make device"))
struct ShippedProgramTests {
  static let architectures = Build.architectures

  @Test(arguments: architectures) func sizesAreWithinTheirLimits(_ architecture: String) throws {
    let size = try Data(contentsOf: URL(filePath: Build(architecture: architecture).path("loaderd"))).count
    // docs/benchmarks.md, "Size", says what the last growth was for.
    #expect(size <= 1_346_000)
    let bridge = try Data(contentsOf: URL(filePath: Build(architecture: architecture).path("loader-bridge"))).count
    #expect(bridge <= 200_000)
  }

  @Test(arguments: architectures) func onlyListedLibrariesAreNeeded(_ architecture: String) throws {
    let common = ["[libc.so.6]", "[libm.so.6]", "[ld-linux-"]
    for (program, libraries) in [("loaderd", common), ("loader-bridge", common + ["[libsystemd.so.0]"])] {
      let sections = try Program("/usr/bin/readelf").run(["-d", Build(architecture: architecture).path(program)]).text
      let needed = sections.split(separator: "\n").filter { $0.contains("(NEEDED)") }
      #expect(needed.count >= 1)
      for line in needed { #expect(libraries.contains { line.contains($0) }, "\(program): \(line)") }
    }
  }

  /// Unicode tables take 57 KB; libc's arc4random_buf blocks until the kernel has entropy, early in the boot.
  @Test(arguments: architectures) func unicodeTablesAndArc4randomAreNotLinked(_ architecture: String) throws {
    for (program, entry) in [("loaderd", "loaderd_main"), ("loader-bridge", "loader_bridge_main")] {
      let symbols = try Program("/usr/bin/nm").run([Build(architecture: architecture).path("\(program).debug")]).text
      #expect(symbols.contains(entry))
      #expect(!symbols.contains("_swift_stdlib_get"))
      #expect(!symbols.contains("U arc4random_buf"))
    }
  }

  @Test(arguments: ["gradient", "grok", "chatgpt", "calm", "processing"], ["0", "0.31", "0.7", "1.4142", "604800.9"])
  func shimmerIsIdenticalOnEveryArchitecture(_ style: String, _ time: String) throws {
    let words = ["render", "shimmer", "Thinking… Ωж", "--style", style, "--scale", "1.5", "--at", time, "-o", "-"]
    try expectIdenticalPictures(words)
  }

  @Test(
    arguments: ["bar", "ring", "spinner", "dots", "worm", "orb", "skeleton", "live", "parallax", "logo"],
    ["0.2", "1.7"])
  func loadersAreIdenticalOnEveryArchitecture(_ name: String, _ time: String) throws {
    try expectIdenticalPictures(["render", name, "--screen", "400x300", "--at", time, "--rotate", "90", "-o", "-"])
  }

  private func expectIdenticalPictures(_ words: [String]) throws {
    let folder = Folder()
    let debug = try Program.loaderctl(in: folder).run(words)
    #expect(debug.status == 0 && debug.output.count > 500)
    for architecture in Self.architectures {
      let shipped = try Build(architecture: architecture).loaderctl.run(words)
      #expect(shipped.status == 0 && shipped.output == debug.output, "\(architecture) \(shipped.errors)")
    }
  }
}
