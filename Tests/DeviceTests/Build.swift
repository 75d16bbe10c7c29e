import Foundation
import Process

/// The output of `make device` for an architecture.
struct Build {
  let architecture: String

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL

  /// The tested architectures: those that the environment variable ARCHITECTURES lists, else all that are built. Tests
  /// fail for one that is listed and not built.
  static let architectures: [String] =
    ProcessInfo.processInfo.environment["ARCHITECTURES"].map { $0.split(separator: " ").map { String($0) } }
    ?? ["x86_64", "aarch64"].filter { Build(architecture: $0).exists }

  /// The path of a file in build/ARCH.
  func path(_ name: String) -> String { Build.root.appending(path: "build/\(architecture)/\(name)").path() }

  /// Whether the architecture is built.
  var exists: Bool { FileManager.default.fileExists(atPath: path("loaderd")) }

  /// loaderctl; for aarch64, under QEMU's user mode emulation.
  var loaderctl: Program {
    architecture == "aarch64"
      ? Program(path("loaderctl")).behind("/usr/bin/qemu-aarch64-static", ["-L", "/usr/aarch64-linux-gnu"])
      : Program(path("loaderctl"))
  }
}
