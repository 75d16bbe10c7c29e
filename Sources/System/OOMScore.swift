import Support

/// The score of this process for the OOM killer (proc_pid_oom_score_adj(5)): the process with the highest one is killed
/// first when memory runs out.
enum OOMScore {
  nonisolated(unsafe) private static let file = try? FileDescriptor(writing: "/proc/self/oom_score_adj")  // /proc may not be mounted
  private static let own = (try? File.read("/proc/self/oom_score_adj", limit: 16)) ?? []

  /// Opens the file, which belongs to the process that calls this, before the right to open it is lost.
  static func open() {
    _ = file
    _ = own
  }

  /// Runs `body` with the highest score. A process that is forked in it keeps that score.
  static func raised<Value>(_ body: () throws(SystemError) -> Value) throws(SystemError) -> Value {
    guard let file, !own.isEmpty else { return try body() }
    try? file.write(Bytes("1000").utf8)
    defer { try? file.write(own) }
    return try body()
  }
}
