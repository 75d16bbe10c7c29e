import Foundation
import Images
import PNGReader
import Process
import Testing

/// A running daemon with picture sequences, from themes and from clients.
@Suite struct FrameFilesTests {
  private let folder = Folder()

  /// Eight frames, 01.png to 08.png: red is the number of the frame times 30.
  private func writeFrames() throws {
    for number in 1...8 {
      let color = 0xFF00_0000 | UInt32(number) * 30 << 16
      let frame = PNG.Frame(width: 40, height: 40, pixels: [UInt32](repeating: color, count: 1600))
      try folder.write("0\(number).png", PNG(frame, hasAlpha: false).bytes)
    }
  }

  private func daemon(_ section: String) throws -> RunningDaemon {
    try writeFrames()
    try folder.write("theme.conf", Array("[Theme]\nloader = frames\n[frames]\n\(section)\n".utf8))
    try folder.write("loaderd.conf", Array("[Screen]\ntheme = \(folder.path)\n".utf8))
    return try RunningDaemon(showing: nil, ["--config", folder["loaderd.conf"]], in: folder)
  }

  /// The number of the frame in the middle of the display.
  private func frame(_ daemon: RunningDaemon) throws -> Int {
    let path = folder["shot.png"]
    #expect(try daemon.control(["screenshot", "-o", path]).status == 0)
    let picture = try PNGReader(folder.data("shot.png"))
    return picture[picture.width / 2, picture.height / 2].0 / 30
  }

  @Test func themePlaysItsFramesWhenTheyAreRead() throws {
    let daemon = try daemon("pictures = {01..08}.png\nfps = 20")
    #expect(try eventually { try frame(daemon) == 3 } && eventually { try frame(daemon) == 7 })
    // The frames were packed by the worker: nothing is read any more.
    for number in 1...8 { try FileManager.default.removeItem(atPath: folder["0\(number).png"]) }
    #expect(try eventually { try frame(daemon) == 4 })
    #expect(try daemon.child.errors == "")
  }

  @Test func outroIsPlayedWhenTheLoaderIsHidden() throws {
    // It is long enough to be seen on a busy machine.
    let outro = Array(repeating: "08.png", count: 10).joined(separator: ",")
    let daemon = try daemon("pictures = {01..07}.png,\(outro)\nfps = 2\noutro = 10")
    #expect(try eventually { try frame(daemon) == 2 })
    #expect(try daemon.control(["hide"]).status == 0)
    #expect(try eventually { try frame(daemon) == 8 } && eventually { try frame(daemon) == 0 })
    #expect(try daemon.call("GetState").text("loader") == nil)
  }

  @Test func brokenFramesOfAThemeAreNamedWithTheirLine() throws {
    let daemon = try daemon("fps = 10\npictures = {01..12}.png")
    #expect(try eventually { try daemon.child.errors.contains("theme.conf:5: pictures: ") })
    #expect(try daemon.child.errors.contains("\(folder.path)/09.png: No such file or directory"))
    #expect(try daemon.call("GetState").text("loader") == "frames")
  }

  @Test func framesThatCannotBePlayedLeaveThePictureAsItIs() throws {
    let daemon = try daemon("pictures = 01.png")
    _ = try daemon.call("Show", #"{"loader":"spinner"}"#)
    for (pictures, words) in [
      ("\(folder.path)/{01..10}.png", "09.png: No such file"), ("", "not 1 to 600 pictures"),
      ("\(folder.path)/{01..9999}.png", "not 1 to 600 pictures"), ("\(folder.path)/theme.conf", "not a PNG file"),
    ] {
      let reply = try daemon.call("Show", "{\"loader\":\"frames\",\"pictures\":\"\(pictures)\"}")
      #expect(reply.shortError == "InvalidParameter" && "\(reply)".contains(words), "\(reply)")
      #expect(try daemon.call("GetState").text("loader") == "spinner")
    }
    let shown = try daemon.control(["show", "frames", "--pictures", "\(folder.path)/{02..02}.png"])
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(try eventually { try frame(daemon) == 2 })
  }
}
