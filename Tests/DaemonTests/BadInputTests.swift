import Foundation
import Images
import Process
import Testing

/// Input that cannot be shown: a sentence that says what is wrong, and the old picture.
@Suite struct BadInputTests {
  private let folder = Folder()

  private func replace(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: folder[name]), options: .atomic)
  }

  /// A PNG file with these dimensions in its header, and the data of a picture of 8 × 8 pixels.
  private func png(_ width: Int, _ height: Int) -> [UInt8] {
    var bytes = PNG(
      PNG.Frame(width: 8, height: 8, pixels: [UInt32](repeating: 0xFF00_FF00, count: 64)), hasAlpha: true
    ).bytes
    for byte in 0..<4 {
      bytes[16 + byte] = UInt8(width >> (24 - 8 * byte) & 255)
      bytes[20 + byte] = UInt8(height >> (24 - 8 * byte) & 255)
    }
    // The checksum of the chunk's type and data (CRC-32, as in zlib).
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes[12..<29] {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    for byte in 0..<4 { bytes[29 + byte] = UInt8(~sum >> (24 - 8 * byte) & 255) }
    return bytes
  }

  @Test(arguments: [
    ("logo = gone.png", "gone.png: No such file or directory"),
    ("logo = cut.png", "cut.png: a damaged PNG file"),
    ("logo = theme.conf", "theme.conf: not a PNG file"),
    ("logo = huge.png", "huge.png: too many pixels; make it smaller"),
    ("logo = loop.png", "loop.png: Too many levels of symbolic links"),
    ("font = cut.png", "theme.conf:2: font: 'cut.png' is not a TrueType or OpenType font"),
    ("loader = frames\n[frames]\npictures =", "not 1 to 600 pictures"),
    ("loader = frames\n[frames]\npictures = {00001..10000}.png", "not 1 to 600 pictures"),
    ("loader = frames\n[frames]\npictures = whole.png, cut.png", "cut.png: a damaged PNG file"),
    ("text = \(String(repeating: "x", count: 5000))", "theme.conf:2: text: "),
  ]) func reloadedThemeWithAnErrorLeavesTheOldPicture(_ lines: String, _ reason: String) throws {
    try replace("whole.png", png(8, 8))
    try replace("cut.png", png(8, 9))
    try replace("huge.png", png(8192, 8192))
    try FileManager.default.createSymbolicLink(atPath: folder["loop.png"], withDestinationPath: "loop.png")
    try replace("theme.conf", Array("[Theme]\nloader = text\ntext = Here\nlogo = whole.png\n".utf8))
    try replace("loaderd.conf", Array("[Screen]\ntheme = \(folder.path)\n".utf8))
    let daemon = try RunningDaemon(showing: nil, ["--config", folder["loaderd.conf"]], in: folder)
    #expect(try daemon.control(["reload"]).status == 0)
    #expect(try daemon.control(["screenshot", "-o", folder["before.png"]]).status == 0)
    try replace("theme.conf", Array("[Theme]\n\(lines)\n".utf8))
    let reload = try daemon.control(["reload"])
    #expect(reload.status == 1 && reload.errors.contains(reason), "\(reload.errors)")
    #expect(reload.errors.contains("the theme stays as it was"), "\(reload.errors)")
    #expect(try daemon.control(["screenshot", "-o", folder["after.png"]]).status == 0)
    #expect(try folder.data("before.png") == folder.data("after.png"))
    let check = try daemon.control(["check", folder.path])
    #expect(check.status == 1 && check.errors.contains(reason), "\(check.errors)")
  }

  /// A display of one pixel, and a word of 4 KB, which fits no line.
  @Test(arguments: ["1x1", "128x64"]) func longestWordIsDrawnOnTheSmallestDisplay(_ size: String) throws {
    let daemon = try RunningDaemon(showing: nil, ["--size", size], in: folder)
    let word = String(repeating: "x", count: 4096)
    for loader in ["text", "shimmer", "live", "console"] {
      #expect(try daemon.control(["show", loader, word, "--transition", "none"]).status == 0)
      for verb in ["status", "message"] { #expect(try daemon.control([verb, word]).status == 0) }
      #expect(try daemon.control(["screenshot", "-o", folder["\(loader).png"]]).status == 0)
    }
    #expect(daemon.child.isRunning)
  }
}
