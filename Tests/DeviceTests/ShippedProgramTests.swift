import Foundation
import Process
import Testing

/// The shipped programs: size, dependencies, symbols and pictures.
@Suite(.enabled(if: !Build.names.isEmpty, "nothing is built; run make device"))
struct ShippedProgramTests {
  @Test(arguments: Build.names) func sizesAreWithinTheirLimits(_ name: String) throws {
    // board/budgets has the limits.
    let result = try Program(Build.root.appending(path: "board/size").path()).run([name])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(arguments: Build.dynamic) func onlyListedLibrariesAreNeeded(_ name: String) throws {
    let common = ["[libc.so.6]", "[ld-linux-"]
    for (program, libraries) in [
      ("loaderd", common + ["[libdl.so.2]"]), ("loaderd-minimal", common),
      ("loader-bake", common + ["[libdl.so.2]"]),
      ("loader-bridge", common + ["[libsystemd.so.0]"]),
    ] {
      let sections = try Program("/usr/bin/readelf").run(["-d", Build(name: name).path(program)]).text
      let needed = sections.split(separator: "\n").filter { $0.contains("(NEEDED)") }
      #expect(needed.count >= 1)
      for line in needed { #expect(libraries.contains { line.contains($0) }, "\(program): \(line)") }
    }
  }

  /// docs/integration.md, "From source", names the oldest glibc.
  @Test(arguments: Build.dynamic) func noNewerGlibcIsNeeded(_ name: String) throws {
    let oldest = name == "armv7" ? 34 : 28
    for program in Build(name: name).programs {
      let text = try Program("/usr/bin/readelf").run(["-WV", Build(name: name).path("\(program).debug")]).text
      let versions = Set(text.matches(of: /Name: GLIBC_([\w.]+)/).map { String($0.1) })
      // GLIBC_ABI_DT_RELR is one that glibc before 2.36 does not have.
      let numbers = versions.map { $0.split(separator: ".").map { Int($0) ?? 99 } }
      #expect(!numbers.isEmpty && numbers.allSatisfy { $0[0] == 2 && $0[1] <= oldest }, "\(program): \(versions)")
      // glibc before 2.34 would call no constructors, and later ones would call them before main has relocated their
      // addresses (board/glibc-start.c).
      let sections = try Program("/usr/bin/readelf").run(["-Wd", Build(name: name).path(program)]).text
      #expect(sections.contains("(JMPREL)") && !sections.contains("(INIT_ARRAY"), "\(program)")
    }
  }

  /// ld.so finds no relative relocations, and what main writes to instead of it (board/glibc-start.c) is read-only
  /// later.
  @Test(.enabled(if: Build.dynamic.contains("x86_64"))) func packedRelocationsAreReadOnlyAfterTheStart() throws {
    let program = Build(name: "x86_64").path("loaderd")
    let relocations = try Program("/usr/bin/readelf").run(["-Wr", "\(program).debug"]).text
    #expect(relocations.contains("JUMP_SLOT") && !relocations.contains("RELATIVE"))
    let folder = Folder(), socket = folder["socket"]
    let script = """
      \(program) --output headless --socket \(socket) & \
      until [ -S \(socket) ]; do sleep 0.02; done; cat /proc/$!/maps; kill $!; wait
      """
    let maps = try Program("/bin/sh").run(["-c", script]).text.split(separator: "\n").filter { $0.hasSuffix(program) }
    let kinds = maps.map { String($0.split(separator: " ")[1]) }
    #expect(kinds == ["r--p", "r-xp", "r--p", "rw-p"], "\(maps)")
  }

  @Test(arguments: Build.statics) func aStaticProgramNeedsNoLibraryAndSaysSo(_ name: String) throws {
    let build = Build(name: name)
    let headers = try Program("/usr/bin/readelf").run(["-Wld", build.path("loaderd")]).text
    #expect(headers.contains("LOAD"))
    #expect(!headers.contains("INTERP") && !headers.contains("(NEEDED)"), "\(headers)")
    // It can be loaded at any address.
    #expect(headers.contains("Elf file type is DYN"))
    let doctor = try build.loaderctl.run(["--socket", "/nowhere", "doctor"])
    #expect(doctor.text.contains("this program is static and opens no libraries"), "\(doctor.text) \(doctor.errors)")
  }

  /// Unicode tables take 57 KB; libc's arc4random_buf blocks until the kernel has entropy, early in the boot.
  @Test(arguments: Build.names) func unicodeTablesAndArc4randomAreNotLinked(_ name: String) throws {
    for program in Build(name: name).programs {
      let symbols = try Program("/usr/bin/nm").run([Build(name: name).path("\(program).debug")]).text
      #expect(symbols.contains("\(program.replacing("-", with: "_"))_main"))
      #expect(!symbols.contains("_swift_stdlib_get"))
      #expect(!symbols.contains("U arc4random_buf"))
    }
  }

  /// What loaderd-minimal does without: loaders, texts, FreeType, the decoder of pictures, compositors.
  @Test(arguments: Build.names) func loaderdMinimalHasOnlyWhatItNeeds(_ name: String) throws {
    let symbols = try Program("/usr/bin/nm").run([Build(name: name).path("loaderd-minimal.debug")]).text
    #expect(symbols.contains("7Minimal"))
    for part in ["FT_Init", "7Loaders", "$e4Text", "$e5Scene", "spng_", "wayland", "11ScreenModel"] {
      #expect(!symbols.contains(part), "\(part)")
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

  @Test(arguments: ["xbgr8888", "argb8888", "rgb565", "bgr565", "rgb888", "xrgb2101010", "r8", "r1", "l2"])
  func pixelFormatsAreIdenticalOnEveryArchitecture(_ format: String) throws {
    try expectIdenticalPictures(["render", "orb", "--screen", "333x211", "--format", format, "--at", "0.7", "-o", "-"])
  }

  /// FreeType flattens curves in two ways, which differ in large glyphs.
  @Test(arguments: ["16", "61.5", "300"])
  func textIsIdenticalOnEveryArchitecture(_ size: String) throws {
    try expectIdenticalPictures(["render", "text", "Größe Ωж 8&", "--font-size", size, "--at", "0", "-o", "-"])
  }

  private func expectIdenticalPictures(_ words: [String]) throws {
    let folder = Folder()
    let debug = try Program.loaderctl(in: folder).run(words)
    #expect(debug.status == 0 && debug.output.count > 500)
    for name in Build.names {
      for (index, loaderctl) in Build(name: name).loaderctls.enumerated() {
        let shipped = try loaderctl.run(words)
        #expect(shipped.status == 0 && shipped.output == debug.output, "\(name) \(index) \(shipped.errors)")
      }
    }
  }

  /// QEMU logs the functions that it translates. Without NEON, an instruction of it ends the program.
  @Test(arguments: Build.names.filter { Build(name: $0).hasNEON })
  func loopsOverPixelsUseNEONWhereTheProcessorHasIt(_ name: String) throws {
    let folder = Folder(), build = Build(name: name)
    symlink(build.path("loaderd.debug"), folder["loaderctl"])
    for (processor, suffix) in zip(Build.processors, ["neon", "vfp"]) {
      let options = ["-cpu", processor, "-d", "in_asm", "-D", folder[suffix]]
      let words = ["render", "parallax", "--screen", "400x300", "--format", "rgb565", "--at", "1", "-o", "-"]
      let outcome = try build.emulated(folder["loaderctl"], options).run(words)
      #expect(outcome.status == 0 && outcome.output.count > 500, "\(outcome.errors)")
      let functions = try String(decoding: folder.data(suffix), as: UTF8.self).matches(of: /IN: \S+\.(neon|vfp)\n/)
      #expect(functions.count > 10 && functions.allSatisfy { $0.1 == suffix }, "\(processor)")
    }
  }
}
