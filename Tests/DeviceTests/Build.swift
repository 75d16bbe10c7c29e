import Foundation
import Process

/// The output of `make device` for one of the targets in board/targets.
struct Build {
  /// The folder's name in build/: the architecture, and "-musl" for a static program.
  let name: String

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL

  /// The names of the tested builds: those that the environment variable ARCHITECTURES lists, else all that exist.
  /// Tests fail for one that is listed and not built.
  static let names: [String] =
    ProcessInfo.processInfo.environment["ARCHITECTURES"].map { $0.split(separator: " ").map { String($0) } }
    ?? targets.filter { Build(name: $0).exists }
  private static let targets = [
    "x86_64", "aarch64", "armv7", "riscv64", "x86_64-musl", "aarch64-musl", "armv7-musl", "riscv64-musl",
  ]

  /// Programs that need a C library.
  static let dynamic = names.filter { !Build(name: $0).isStatic }
  /// Programs that need nothing but the kernel.
  static let statics = names.filter { Build(name: $0).isStatic }

  private var isStatic: Bool { name.hasSuffix("-musl") }

  /// The programs that are built.
  var programs: [String] { ["loaderd", "loaderd-minimal", "loader-bake"] + (isStatic ? [] : ["loader-bridge"]) }

  /// The path of a file in the folder.
  func path(_ file: String) -> String { Build.root.appending(path: "build/\(name)/\(file)").path() }

  /// Whether it is built.
  var exists: Bool { FileManager.default.fileExists(atPath: path("loaderd")) }

  /// Whether its code is for ARM with 32 bits, and some of it for NEON (board/neon).
  var hasNEON: Bool { name.hasPrefix("armv7") }

  /// loaderctl; for another architecture, under QEMU's user mode emulation.
  var loaderctl: Program { emulated(path("loaderctl")) }

  /// loaderctl on each kind of processor that has code of its own.
  var loaderctls: [Program] {
    hasNEON ? Build.processors.map { emulated(path("loaderctl"), ["-cpu", $0]) } : [loaderctl]
  }

  /// A processor with NEON, and one without.
  static let processors = ["cortex-a9", "cortex-a9,neon=off"]

  /// The program at `path`, behind the emulator with `options` if it needs one.
  func emulated(_ path: String, _ options: [String] = []) -> Program {
    let program = Program(path)
    let compilers = ["aarch64": "aarch64-linux-gnu", "armv7": "arm-linux-gnueabihf", "riscv64": "riscv64-linux-gnu"]
    guard let gnu = compilers[String(name.prefix { $0 != "-" })] else { return program }
    let libraries = isStatic ? [] : ["-L", "/usr/\(gnu)"]
    return program.behind("/usr/bin/qemu-\(gnu.prefix { $0 != "-" })-static", libraries + options)
  }
}
