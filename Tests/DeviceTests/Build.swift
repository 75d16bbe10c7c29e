import Foundation
import Process

/// What `make device` left for an architecture.
struct Build {
  let architecture: String

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL

  /// Those whose builds are examined: what ARCHITECTURES lists, one after the other, else all that are built.
  /// One that is listed and not built makes the tests fail.
  static let architectures: [String] =
    ProcessInfo.processInfo.environment["ARCHITECTURES"].map { $0.split(separator: " ").map { String($0) } }
    ?? ["x86_64", "aarch64"].filter { Build(architecture: $0).exists }

  func path(_ name: String) -> String { Build.root.appending(path: "build/\(architecture)/\(name)").path() }

  /// `make test` and `make test-all` build before they run the tests.
  var exists: Bool { FileManager.default.fileExists(atPath: path("loaderd")) }

  /// The command line, on this machine's CPU or an emulated one.
  var loaderctl: Program {
    architecture == "aarch64"
      ? Program(path("loaderctl")).behind("/usr/bin/qemu-aarch64-static", ["-L", "/usr/aarch64-linux-gnu"])
      : Program(path("loaderctl"))
  }
}
