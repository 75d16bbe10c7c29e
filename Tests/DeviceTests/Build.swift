import Foundation
import Process

/// What `make device` left for an architecture.
struct Build {
  let architecture: String

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL

  func path(_ name: String) -> String { Build.root.appending(path: "build/\(architecture)/\(name)").path() }

  /// `make test` builds both before it runs the tests.
  var exists: Bool { FileManager.default.fileExists(atPath: path("loaderd")) }

  /// The command line, on this machine's CPU or an emulated one.
  var loaderctl: Program {
    architecture == "aarch64"
      ? Program(path("loaderctl")).behind("/usr/bin/qemu-aarch64-static", ["-L", "/usr/aarch64-linux-gnu"])
      : Program(path("loaderctl"))
  }
}
