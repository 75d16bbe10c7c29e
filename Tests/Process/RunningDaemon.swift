import Foundation

/// A loaderd with a headless output of 320×200 pixels and its own socket; `deinit` kills it.
public final class RunningDaemon {
  public let folder: Folder
  public let child: Child
  /// The path of the Varlink socket.
  public var socket: String { folder["s"] }

  public enum Failure: Error { case doesNotAnswer(String) }

  /// Starts loaderd and waits until it answers. `program` may be another program that execs loaderd.
  public init(
    showing text: String? = "Thinking…", _ options: [String] = [], in folder: Folder = Folder(),
    as program: Program = .loaderd, environment: [String: String] = [:]
  ) throws {
    let loader = text.map { ["--show", "shimmer", "--text", $0] } ?? []
    let words =
      ["--output", "headless", "--size", "320x200", "--fps", "60", "--socket", folder["s"]] + loader + options
    self.folder = folder
    child = try Child(program, words.map { Array($0.utf8) }, in: folder, environment: environment)
    let answers = eventually { !child.isRunning || (try? call("GetState")) != nil }  // the call fails until it listens
    if !answers || !child.isRunning { throw Failure.doesNotAnswer(try child.errors) }
  }

  /// A new connection.
  public func client() throws -> RawClient { try RawClient(to: socket, of: self) }

  /// Calls a method of io.loaderd.Screen on a new connection.
  public func call(_ method: String, _ parameters: String = "{}") throws -> Answer {
    try client().call("io.loaderd.Screen.\(method)", parameters)
  }

  /// The number of frames shown so far.
  public var shown: Int {
    get throws { Int(try call("GetState").number("frame.shown") ?? -1) }
  }

  /// Whether at least `frames` more frames are shown.
  public func keepsDrawing(_ frames: Int = 5) throws -> Bool {
    let before = try shown
    return try eventually { try shown >= before + frames }
  }

  /// The number of its descriptors after some frames: then what is opened in the background is open, and what earlier
  /// clients had is closed. `witness` is connected already, because a new connection may be closed late.
  public func settledDescriptorCount(asking witness: RawClient) throws -> Int {
    func shown() throws -> Double { try witness.call("io.loaderd.Screen.GetState").number("frame.shown") ?? 0 }
    let before = try shown()
    _ = try eventually { try shown() >= before + 5 }
    return try child.descriptorCount
  }

  /// Whether the call journal in the state file contains a text, now or later.
  public func journalContains(_ words: String) -> Bool {
    eventually { (try? folder.data("s.state")).map { String(decoding: $0, as: UTF8.self).contains(words) } ?? false }
  }

  /// Runs loaderctl with the daemon's socket.
  public func control(_ words: [String], input: String = "") throws -> Outcome {
    try Program.loaderctl(in: folder).run(["--socket", socket] + words, input: input)
  }
}
