import Foundation

/// A headless loaderd on a socket of its own; killed at the end.
public final class RunningDaemon {
  public let folder: Folder
  public let child: Child
  public var socket: String { folder["s"] }

  public enum Failure: Error { case doesNotAnswer(String) }

  /// Returns when it answers. `program` may be loaderd behind another program.
  public init(
    showing text: String? = "Thinking…", _ options: [String] = [], in folder: Folder = Folder(),
    as program: Program = .loaderd, environment: [String: String] = [:]
  ) throws {
    let loader = text.map { ["--show", "shimmer", "--text", $0] } ?? []
    let words =
      ["--output", "headless", "--size", "320x200", "--fps", "60", "--socket", folder["s"]] + loader + options
    self.folder = folder
    child = try Child(program, words.map { Array($0.utf8) }, in: folder, environment: environment)
    let answers = eventually { !child.isRunning || (try? call("GetState")) != nil }  // it does not listen yet
    if !answers || !child.isRunning { throw Failure.doesNotAnswer(try child.errors) }
  }

  public func client() throws -> RawClient { try RawClient(to: socket, of: self) }

  /// Calls a method of the screen on a connection of its own.
  public func call(_ method: String, _ parameters: String = "{}") throws -> Answer {
    try client().call("io.loaderd.Screen.\(method)", parameters)
  }

  /// How many frames were shown so far.
  public var shown: Int {
    get throws { Int(try call("GetState").number("frame.shown") ?? -1) }
  }

  /// Whether frames keep coming, at least so many.
  public func goesOn(_ frames: Int = 5) throws -> Bool {
    let before = try shown
    return try eventually { try shown >= before + frames }
  }

  /// Whether it writes these words down for a successor.
  public func remembers(_ words: String) -> Bool {
    eventually { (try? folder.data("s.state")).map { String(decoding: $0, as: UTF8.self).contains(words) } ?? false }
  }

  /// Runs loaderctl against it.
  public func control(_ words: [String], input: String = "") throws -> Outcome {
    try Program.loaderctl(in: folder).run(["--socket", socket] + words, input: input)
  }
}
