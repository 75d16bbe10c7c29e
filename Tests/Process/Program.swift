import Foundation

/// A program of the package or of the system, with leading arguments.
public struct Program {
  public let path: String
  /// Arguments before those of each run.
  let leading: [String]
  /// The folder that the program's file is in, retained if it is temporary.
  private let folder: Folder?

  /// A program at `path`, with arguments that precede those of each run.
  public init(_ path: String, _ leading: [String] = [], in folder: Folder? = nil) {
    self.path = path
    self.leading = leading
    self.folder = folder
  }

  /// The daemon of the folder PROGRAMS if that variable is set, else the debug build next to the test bundle.
  public static var loaderd: Program { Program(testedPrograms + "/loaderd") }

  /// The generator of manual pages and completions.
  public static var manual: Program { Program(products + "/manual") }

  /// The bridge from D-Bus and the journal, chosen as `loaderd` is.
  public static var loaderBridge: Program { Program(testedPrograms + "/loader-bridge") }

  /// The daemon that shows baked files, and the program that bakes them, chosen as `loaderd` is.
  public static var loaderdMinimal: Program { Program(testedPrograms + "/loaderd-minimal") }
  /// The program that `loaderctl bake` starts.
  public static var loaderBake: Program { Program(testedPrograms + "/loader-bake") }

  /// The command line: `loaderd` by a symbolic link `loaderctl`, which is created in `folder`.
  public static func loaderctl(in folder: Folder) -> Program {
    symlink(loaderd.path, folder["loaderctl"])
    return Program(folder["loaderctl"], in: folder)
  }

  /// This program, started by a shell that assigns variables or runs commands and then execs it: `$$` is its process.
  public func assigning(_ variables: String) -> Program {
    Program("/bin/sh", ["-c", "\(variables) exec \"$@\"", "sh", path] + leading)
  }

  /// This program, started by another one that takes it as arguments, such as setpriv(1).
  public func behind(_ program: String, _ arguments: [String]) -> Program {
    Program(program, arguments + [path] + leading)
  }

  /// This program, as user and group 65534 without other groups; it takes root.
  public var asStranger: Program {
    behind("/usr/bin/setpriv", ["--reuid", "65534", "--regid", "65534", "--clear-groups"])
  }

  private static var testedPrograms: String { ProcessInfo.processInfo.environment["PROGRAMS"] ?? products }

  /// The folder of the build products: on Linux the test bundle is an executable in it.
  private static var products: String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
  }

  /// Runs the program and waits until it ends.
  public func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], timeout: Double = defaultTimeout
  ) throws -> Outcome {
    let folder = Folder()
    let input = try folder.write("in", Array(input.utf8))
    let child = try Child(self, arguments.map { Array($0.utf8) }, in: folder, input: input, environment: environment)
    return try child.finish(within: timeout)
  }

  /// Runs the program with arguments that may be invalid UTF-8.
  public func run(bytes arguments: [[UInt8]]) throws -> Outcome {
    let folder = Folder()
    return try Child(self, arguments, in: folder).finish()
  }
}

/// The result of a process that has ended.
public struct Outcome {
  /// The exit status; nil if a signal ended the process.
  public let status: Int32?
  public let output: Data
  public let errors: String

  public var text: String { String(decoding: output, as: UTF8.self) }
  /// The lines of standard error.
  public var errorLines: [Substring] { errors.split(separator: "\n") }
}
