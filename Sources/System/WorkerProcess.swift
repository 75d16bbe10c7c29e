internal import CLinux
public import Support

/// Work that may take long, done by a process of its own that shares our open files, and has our memory as it is now.
public final class WorkerProcess {
  /// Readable when it is done.
  public let descriptor: FileDescriptor
  private let process: Int32
  private let memory: FileDescriptor?

  /// `body` runs in the other process, which ends with it, and has our priority: it may hold what others wait for.
  public init(_ body: () -> Void) throws(SystemError) {
    memory = nil
    (process, descriptor) = try WorkerProcess.start(body)
  }

  /// What `body` returns is the `result`. Frames come first, and where memory runs out, this ends first. A process that
  /// exceeds its `limits` is ended by the kernel, and has no result then.
  public init(within limits: ResourceLimits? = nil, returning body: () -> [UInt8]) throws(SystemError) {
    let memory = FileDescriptor(owning: try system("memfd_create") { linux_memory() })
    (process, descriptor) = try WorkerProcess.start {
      WorkerProcess.stepBack()
      limits?.apply()
      try? FileDescriptor(writing: "/proc/self/oom_score_adj").write(Bytes("1000").utf8)  // no /proc yet
      try? memory.write(body())  // cut short it is of no use, and no harm
    }
    self.memory = memory
  }

  /// Another run of this program, called `name` and given one word, that writes to `output` until it is done. Frames come first.
  public convenience init(running name: Bytes, _ word: Bytes, to output: FileDescriptor) throws(SystemError) {
    try self.init { () -> Void in
      WorkerProcess.stepBack()
      name.withCString { name in word.withCString { linux_become_another(name, $0, output.number) } }
      StandardStreams.error("\(name): \(SystemError(last: "/proc/self/exe").text); mount /proc, and it is tried again")
    }
  }

  /// Lowers the priority of this process: frames come first.
  private static func stepBack() {
    if linux_set_nice() == 0 { return }
    StandardStreams.error(
      "loaderd: \(SystemError(last: "setpriority").text); a worker process has the priority of the frames")
  }

  private static func start(_ body: () -> Void) throws(SystemError) -> (Int32, FileDescriptor) {
    var end: Int32 = -1
    let process = try system("fork") { linux_fork(&end) }
    if process == 0 {
      body()
      _exit(0)
    }
    return (process, FileDescriptor(owning: end))
  }

  /// What came of it, where it lies; nil where nothing did, or more than `limit` bytes.
  public func memory(limit: Int) -> Mapping? {
    guard let memory else { return nil }
    let size = Int(lseek(memory.number, 0, SEEK_END))
    return (1...limit).contains(size) ? try? Mapping(of: memory, offset: 0, byteCount: size) : nil
  }

  /// A copy of it.
  public func result(limit: Int) -> [UInt8] { memory(limit: limit).map { Array($0.bytes) } ?? [] }

  /// What is not done by now is not done.
  deinit { linux_reap(process) }
}
