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

  /// loaderctl; for another architecture, under QEMU's user mode emulation.
  var loaderctl: Program {
    let program = Program(path("loaderctl"))
    let compilers = ["aarch64": "aarch64-linux-gnu", "armv7": "arm-linux-gnueabihf", "riscv64": "riscv64-linux-gnu"]
    guard let gnu = compilers[String(name.prefix { $0 != "-" })] else { return program }
    let emulator = "/usr/bin/qemu-\(gnu.prefix { $0 != "-" })-static"
    return program.behind(emulator, isStatic ? [] : ["-L", "/usr/\(gnu)"])
  }
}
