import Foundation

/// A child process; `deinit` kills it if it still runs.
public final class Child {
  public let pid: pid_t
  private let folder: Folder
  /// The status of waitpid(2); nil while the process runs.
  private var waitStatus: Int32?

  public enum Failure: Error {
    case cannotStart(String, Int32)
    case stillRunning
  }

  /// Starts the program. Its standard output and standard error go to the files `out` and `err` of `folder`.
  public init(
    _ program: Program, _ arguments: [[UInt8]], in folder: Folder, input: String = "/dev/null",
    environment: [String: String] = [:]
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, folder["out"], O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, folder["err"], O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    _ = Child.closeInheritedDescriptors
    // The test threads block signals; a child would inherit the mask.
    var attributes = posix_spawnattr_t(), none = sigset_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { Array("\($0)=\($1)".utf8) }
    let words = [Array(program.path.utf8)] + program.leading.map { Array($0.utf8) } + arguments
    var pid: pid_t = 0
    let code = Child.withPointers(words) { words in
      Child.withPointers(variables) { variables in
        posix_spawn(&pid, program.path, &actions, &attributes, words, variables)
      }
    }
    if code != 0 { throw Failure.cannotStart(program.path, code) }
    self.pid = pid
    self.folder = folder
  }

  /// Descriptors that the test process has inherited must not be inherited by children: tests count the children's.
  private static let closeInheritedDescriptors: Void = {
    for number: Int32 in 3..<1024 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
  }()

  deinit {
    if !isRunning { return }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  public var isRunning: Bool {
    var status: Int32 = 0
    if waitStatus == nil, waitpid(pid, &status, WNOHANG) == pid { waitStatus = status }
    return waitStatus == nil
  }

  public func signal(_ number: Int32) {
    if isRunning { kill(pid, number) }
  }

  /// Waits until the process ends; throws `Failure.stillRunning` after `seconds`.
  public func finish(within seconds: Double = defaultTimeout) throws -> Outcome {
    guard eventually(within: seconds, { !isRunning }), let waitStatus else { throw Failure.stillRunning }
    return Outcome(
      status: waitStatus & 0x7F == 0 ? waitStatus >> 8 & 0xFF : nil, output: try folder.data("out"),
      errors: try errors)
  }

  /// The standard error so far.
  public var errors: String {
    get throws { String(decoding: try folder.data("err"), as: UTF8.self) }
  }

  /// The number of open file descriptors.
  public var descriptorCount: Int {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count }
  }

  /// The targets of the open file descriptors, such as a path or `socket:[1234]`.
  public var openFiles: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")
        .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\($0)") }
    }
  }

  /// The process identifiers of its children.
  public var children: [Int] {
    get throws {
      try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8).split(separator: " ")
        .compactMap { Int($0) }
    }
  }

  /// A number from /proc/PID/status, such as VmRSS (kB) or voluntary_ctxt_switches; -1 if there is no such line.
  public func figure(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") } ?? ""
    return Int(line.dropFirst(name.count + 1).filter(\.isNumber)) ?? -1
  }

  /// The processor time in seconds that it has used (proc_pid_stat(5), fields 14 and 15).
  public var processorTime: Double {
    get throws {
      let stat = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
      let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
      return fields[11...12].reduce(0) { $0 + (Double($1) ?? 0) } / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
  }

  private static func withPointers<Result>(
    _ texts: [[UInt8]], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = texts.map { text in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
      for (index, byte) in (text + [0]).enumerated() { copy[index] = CChar(bitPattern: byte) }
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    return body(copies + [nil])
  }
}
