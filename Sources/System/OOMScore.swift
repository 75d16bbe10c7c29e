import Support

/// The score of this process for the OOM killer (proc_pid_oom_score_adj(5)): the process with the highest one is killed
/// first when memory runs out.
enum OOMScore {
  private static var path: Bytes { "/proc/self/oom_score_adj" }
  nonisolated(unsafe) private static var file: FileDescriptor?

  /// Opens the file for later, before the right to open it is lost.
  static func open() { file = try? FileDescriptor(writing: path) }

  /// Runs `body` with the highest score. A process that is forked in it keeps that score.
  static func raised<Value>(_ body: () throws(SystemError) -> Value) throws(SystemError) -> Value {
    let own = (try? File.read(path, limit: 16)) ?? []  // /proc may not be mounted
    guard !own.isEmpty, let file = file ?? (try? FileDescriptor(writing: path)) else { return try body() }
    try? file.write(Bytes("1000").utf8)
    defer { try? file.write(own) }
    return try body()
  }
}
