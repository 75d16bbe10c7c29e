import Foundation
import Images
import Process
import Testing

/// The state that a new daemon restores after the previous one was killed.
@Suite struct RestartTests {
  /// Kills a daemon once its journal contains a text.
  private func kill(_ daemon: RunningDaemon, afterJournaling words: String) throws {
    #expect(daemon.journalContains(words))
    daemon.child.signal(SIGKILL)
    #expect(try daemon.child.finish().status == nil)
  }

  /// The successor cannot connect, so it needs the journal, with the newest calls.
  @Test func restartWithoutAHandOverSocketKeepsTheState() throws {
    let folder = Folder()
    try FileManager.default.createDirectory(atPath: folder["s.handover/x"], withIntermediateDirectories: true)
    let first = try RunningDaemon(in: folder)
    _ = try first.call("Show", #"{"loader":"spinner"}"#)
    _ = try first.call("SetStatus", #"{"text":"Almost there"}"#)
    first.child.signal(SIGPWR)
    #expect(try first.child.finish().status == 0)
    #expect(!folder.exists("s.ended"))
    let state = try RunningDaemon(showing: "Another", in: folder).call("GetState")
    #expect(state.text("loader") == "spinner" && state.text("status") == "Almost there")
  }

  @Test func loaderAndFrameTimeContinueAfterARestart() throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    _ = try first.call("Show", #"{"loader":"spinner"}"#)
    _ = try first.call("SetStatus", #"{"text":"Almost there"}"#)
    _ = try first.call("SetProgress", #"{"value":0.25}"#)
    #expect(try eventually { try first.call("GetState").number("frame.time") ?? 0 > 0.2 })
    var before = 0.0, start = Date()
    let isTimed = try eventually {
      start = Date()
      before = try first.call("GetState").number("frame.time") ?? 0
      return Date().timeIntervalSince(start) < 0.1
    }
    #expect(isTimed)
    try kill(first, afterJournaling: "0.25")
    let second = try RunningDaemon(showing: "Another", in: folder)
    let state = try second.call("GetState")
    #expect(state.text("loader") == "spinner" && state.text("status") == "Almost there")
    #expect(state.number("progress") == 0.25)
    #expect(try second.keepsDrawing())
    let isInPhase = try eventually {
      let passed = try second.call("GetState").number("frame.time").map { $0 - before }
      return abs((passed ?? 0) - Date().timeIntervalSince(start)) < 0.3
    }
    #expect(isInPhase)
  }

  @Test func hiddenLoaderStaysHiddenAfterARestart() throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    _ = try first.call("Hide")
    _ = try first.call("SetStatus", #"{"text":"Only this"}"#)
    try kill(first, afterJournaling: "Only this")
    let state = try RunningDaemon(showing: "Another", in: folder).call("GetState")
    #expect(state.isNull("loader") && state.text("status") == "Only this")
  }

  /// A bar needs no loader.
  @Test func progressWithoutALoaderIsRestored() throws {
    let folder = Folder()
    let first = try RunningDaemon(showing: nil, in: folder)
    _ = try first.call("SetProgress", #"{"value":0.4}"#)
    try kill(first, afterJournaling: "0.4")
    let state = try RunningDaemon(showing: nil, in: folder).call("GetState")
    #expect(state.isNull("loader") && state.number("progress") == 0.4)
  }

  @Test func leasesAreNotRestored() throws {
    let folder = Folder()
    let first = try RunningDaemon(showing: "Base", in: folder)
    _ = try first.call("SetProgress", #"{"value":0.1}"#)
    let client = try first.client()
    let lease = #"{"loader":"ring","lease":true}"#
    let id = Int(try #require(try client.call("io.loaderd.Screen.Show", lease).number("id")))
    _ = try first.call("SetProgress", #"{"show":\#(id),"value":0.7,"label":"Its own"}"#)
    _ = try client.call("io.loaderd.Screen.Hide")
    _ = try client.call("io.loaderd.Screen.Show", lease)
    _ = try first.call("Hide", #"{"show":\#(id + 1)}"#)
    _ = try first.call("SetMessage", #"{"text":"A message"}"#)
    try kill(first, afterJournaling: "A message")
    let second = try RunningDaemon(showing: "Another", in: folder)
    let state = try second.call("GetState")
    #expect(state.text("text") == "Base" && state.number("progress") == 0.1 && state.text("status") == "")
    let another = try second.client()
    #expect(try another.call("io.loaderd.Screen.Show", lease).number("id") ?? 0 > Double(id + 1))
  }

  @Test func screenHiddenByTheLastCallStaysEmpty() throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    _ = try first.call("Hide")
    try kill(first, afterJournaling: "Hide")
    #expect(try RunningDaemon(showing: "Another", in: folder).call("GetState").isNull("loader"))
  }

  @Test func globalSettingsOfALeaseHolderAreRestored() throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    let client = try first.client()
    _ = try client.call("io.loaderd.Screen.Show", #"{"loader":"ring","lease":true}"#)
    _ = try client.call("io.loaderd.Screen.SetMode", #"{"mode":"update","title":"Mine"}"#)
    _ = try client.call("io.loaderd.Screen.ReportFailure", #"{"unit":"x","sentence":"No disk"}"#)
    _ = try client.call("io.loaderd.Screen.SetMessage", #"{"text":"A message"}"#)  // after the failure, which clears it
    _ = try client.call("io.loaderd.Screen.Yield")
    #expect(eventually { first.journalContains("SetMode") && first.journalContains(#""released":true"#) })
    try kill(first, afterJournaling: "A message")
    let state = try RunningDaemon(showing: "Another", in: folder).call("GetState")
    #expect(state.text("mode") == "update" && state.text("message") == "A message")
    #expect(state.text("failure") == "No disk" && state.flag("yielded") == true)
  }

  @Test func modeAndItsStatusAreRestored() throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    _ = try first.call("SetStatus", #"{"text":"Old"}"#)
    _ = try first.call("SetMode", #"{"mode":"update"}"#)
    _ = try first.call("SetStatus", #"{"text":"New"}"#)
    _ = try first.call("SetMode", #"{"mode":"update","title":"Mine"}"#)
    try kill(first, afterJournaling: "Mine")
    let state = try RunningDaemon(showing: "Another", in: folder).call("GetState")
    #expect(state.text("status") == "New" && state.text("mode") == "update" && state.text("title") == "Mine")
  }

  /// A picture that takes time to decode is replayed after calls that came later, when a client calls meanwhile.
  @Test func failureIsKeptWhileAnOlderPictureIsDecoded() throws {
    let folder = Folder(), first = try RunningDaemon(in: folder)
    let pixels = (0..<4_000_000).map { 0xFF00_0000 | $0 * 997 & 0xFF_FFFF as UInt32 }
    let path = try folder.write(
      "large.png", PNG(PNG.Frame(width: 2000, height: 2000, pixels: pixels), hasAlpha: false).bytes)
    #expect(try first.call("Show", #"{"loader":"logo","image":"\#(path)","width":100}"#).error == nil)
    _ = try first.call("ReportFailure", #"{"sentence":"No disk"}"#)
    try kill(first, afterJournaling: "No disk")
    let second = try RunningDaemon(showing: nil, in: folder)
    #expect(try second.call("GetState").text("failure") == "No disk")
    let isNoted = try eventually {
      try second.call("SetMessage", #"{"text":"A message"}"#).error == nil && second.journalContains("A message")
    }
    #expect(isNoted && second.journalContains("large.png") && second.journalContains("No disk"))
    #expect(try eventually { try second.child.children.isEmpty })
    #expect(try second.call("GetState").text("failure") == "No disk")
    #expect(second.journalContains("large.png") && second.journalContains("No disk"))
  }

  /// As after an update that has replaced it.
  @Test(arguments: [false, true]) func loaderWhoseFontIsGoneIsRestored(hasBeenDamaged: Bool) throws {
    let folder = Folder(), first = try RunningDaemon(in: folder), font = folder["font.ttf"]
    try FileManager.default.copyItem(atPath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", toPath: font)
    #expect(try first.call("Show", #"{"loader":"shimmer","text":"Mine","font":"\#(font)"}"#).error == nil)
    try kill(first, afterJournaling: "font.ttf")
    if hasBeenDamaged { _ = try folder.write("font.ttf", [1, 2, 3]) } else { unlink(font) }
    let second = try RunningDaemon(showing: "Another", in: folder)
    #expect(try eventually { try second.call("GetState").text("text") == "Mine" })
    #expect(try second.call("GetState").text("loader") == "shimmer")
    let errors = try second.child.errors
    #expect(errors.contains("the default font is used"), "\(errors)")
    #expect(second.journalContains("Mine"))
  }

  /// An older version may lack a loader.
  @Test func standardLoaderReplacesAnUnknownOne() throws {
    let folder = Folder(), first = try RunningDaemon(in: folder)
    _ = try first.call("Show", #"{"loader":"spinner"}"#)
    try kill(first, afterJournaling: "spinner")
    let journal = try String(contentsOfFile: folder["s.state"], encoding: .utf8)
    _ = try folder.write("s.state", Array(journal.replacing("spinner", with: "newer").utf8))
    let second = try RunningDaemon(showing: "Another", in: folder)
    #expect(try second.call("GetState").text("text") == "Another")
    #expect(try second.child.errors.contains("is not repeated"))
    #expect(second.journalContains("Another"))
    #expect(try !String(contentsOfFile: folder["s.state"], encoding: .utf8).contains("newer"))
  }

  @Test func quitRemovesTheJournal() throws {
    let folder = Folder()
    let first = try RunningDaemon(in: folder)
    #expect(eventually { folder.exists("s.state") })
    _ = try first.call("Quit")
    #expect(try first.child.finish().status == 0)
    #expect(!folder.exists("s.state") && !folder.exists("s"))
    #expect(try RunningDaemon(showing: "Another", in: folder).call("GetState").text("text") == "Another")
  }

  @Test(arguments: ["", "{", #"{"boot":"?","calls":[]}"#, String(repeating: "x", count: 100_000)])
  func malformedJournalIsIgnored(_ text: String) throws {
    let folder = Folder()
    _ = try folder.write("s.state", Array(text.utf8))
    #expect(try RunningDaemon(showing: "Another", in: folder).call("GetState").text("text") == "Another")
  }
}
