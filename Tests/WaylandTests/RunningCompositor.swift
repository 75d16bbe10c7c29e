import Foundation
import PNGReader
import Process
import Testing

/// A real compositor with a headless backend; `deinit` ends it.
final class RunningCompositor {
  enum Kind { case sway, weston }

  let folder: Folder
  private let kind: Kind
  private var child: Child
  private let program: Program
  private let words: [String]
  /// The path of its socket.
  var path: String { folder["wayland-1"] }

  /// Starts sway, with settings for all outputs, or weston, with options, and waits until it listens.
  init(_ kind: Kind, _ setting: String = "", outputs: Int = 1) throws {
    let folder = Folder()
    self.kind = kind
    self.folder = folder
    var variables = "XDG_RUNTIME_DIR=\(folder.path) HOME=\(folder.path)"
    // sway does not run as root.
    if getuid() == 0 { chown(folder.path, 65534, 65534) }
    let path: String
    switch kind {
    case .sway:
      path = "/usr/bin/sway"
      variables +=
        " WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 WLR_HEADLESS_OUTPUTS=\(outputs)"
      words = ["-c", try folder.write("sway.conf", Array("output * resolution 640x480 \(setting)\n".utf8))]
    case .weston:
      path = "/usr/bin/weston"
      // The default shell; the kiosk shell shows nothing without a seat.
      words =
        [
          "--backend=headless-backend.so", "--use-pixman", "--width=640", "--height=480", "--debug", "--idle-time=0",
          "--socket=wayland-1",
        ] + setting.split(separator: " ").map(String.init)
    }
    let plain = Program(path)
    program = (getuid() == 0 ? plain.asStranger : plain).assigning(variables)
    child = try Child(program, words.map { Array($0.utf8) }, in: Folder())
    try waitForSocket()
  }

  deinit { child.signal(SIGTERM) }

  private func waitForSocket() throws {
    let isListening = eventually { (try? RawClient(to: path)) != nil }, problems = try child.errors
    try #require(isListening, "\(problems)")
  }

  /// Kills the compositor and starts a new one with the same socket.
  func restart() throws {
    child.signal(SIGKILL)
    _ = try child.finish()
    for name in ["wayland-1", "wayland-1.lock"] { unlink(folder[name]) }
    child = try Child(program, words.map { Array($0.utf8) }, in: Folder())
    try waitForSocket()
  }

  /// A screenshot by grim (sway) or weston-screenshooter; for sway, optionally of one output.
  func screenshot(of output: String? = nil) throws -> PNGReader {
    let variables = "XDG_RUNTIME_DIR=\(folder.path) WAYLAND_DISPLAY=wayland-1"
    switch kind {
    case .sway:
      let words = (output.map { ["-o", $0] } ?? []) + [folder["shot.png"]]
      let outcome = try Program("/usr/bin/grim").assigning(variables).run(words)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return try PNGReader(try folder.data("shot.png"))
    case .weston:
      let script =
        "cd \(folder.path); rm -f wayland-screenshot*; weston-screenshooter && mv wayland-screenshot* shot.png"
      let outcome = try Program("/bin/sh", ["-c", script]).assigning(variables).run([])
      try #require(outcome.status == 0, "\(outcome.errors)")
      return try PNGReader(try folder.data("shot.png"))
    }
  }
}
