import Foundation

/// A program that the package built, or one of the system, and how to start it.
public struct Program {
  public let path: String
  let leading: [String]
  /// Where it lies, if it goes away with it.
  private let folder: Folder?

  /// An executable with arguments that always come first.
  public init(_ path: String, _ leading: [String] = [], in folder: Folder? = nil) {
    (self.path, self.leading, self.folder) = (path, leading, folder)
  }

  /// The daemon: that of the folder PROGRAMS, where that is set, else the one in the folder of the test bundle.
  public static var loaderd: Program { Program(own + "/loaderd") }

  /// Writes the manual pages and completions.
  public static var manual: Program { Program(products + "/manual") }

  /// What carries D-Bus and the journal to it.
  public static var loaderBridge: Program { Program(own + "/loader-bridge") }

  /// The same binary by its other name, a link that `folder` is given.
  public static func loaderctl(in folder: Folder) -> Program {
    symlink(loaderd.path, folder["loaderctl"])
    return Program(folder["loaderctl"], in: folder)
  }

  /// Starts this program through a shell whose process becomes it: `$$` is its own process.
  public func assigning(_ variables: String) -> Program {
    Program("/bin/sh", ["-c", "\(variables) exec \"$@\"", "sh", path] + leading)
  }

  /// Starts this program through another that takes it as arguments.
  public func behind(_ program: String, _ arguments: [String]) -> Program {
    Program(program, arguments + [path] + leading)
  }

  private static var own: String { ProcessInfo.processInfo.environment["PROGRAMS"] ?? products }

  /// On Linux the test bundle is the program that runs, and the products lie beside it.
  private static var products: String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
  }

  /// Runs it to its end.
  public func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], timeout: Double = patience
  ) throws -> Outcome {
    let folder = Folder()
    let input = try folder.write("in", Array(input.utf8))
    let child = try Child(self, arguments.map { Array($0.utf8) }, in: folder, input: input, environment: environment)
    return try child.finish(within: timeout)
  }

  /// Runs it with arguments that need not be text.
  public func run(bytes arguments: [[UInt8]]) throws -> Outcome {
    let folder = Folder()
    return try Child(self, arguments, in: folder).finish()
  }
}

/// How a process ended.
public struct Outcome {
  /// The exit status; nil when a signal ended it.
  public let status: Int32?
  public let output: Data
  public let errors: String

  public var text: String { String(decoding: output, as: UTF8.self) }
  /// What was said on standard error, a line each.
  public var complaints: [Substring] { errors.split(separator: "\n") }
}
