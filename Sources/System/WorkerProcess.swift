internal import CLinux
public import Support

/// A forked process for work that may block or take long. It inherits a copy of the memory.
public final class WorkerProcess {
  /// Readable when the process has ended.
  public let descriptor: FileDescriptor
  private let process: Int32
  /// The memory file with the result.
  private let memory: FileDescriptor?

  /// Runs `body` in a child process with the same priority, because other work may wait for it. With `device` the
  /// process is confined as below, and can control the device; else it inherits all open files, or only the standard
  /// streams if `withFiles` is false. Throws the errno of fork(2).
  public init(for device: FileDescriptor? = nil, withFiles: Bool = true, _ body: () -> Void) throws(SystemError) {
    memory = nil
    (process, descriptor) = try WorkerProcess.start {
      if !withFiles { linux_close_files() }
      if let device {
        ResourceLimits().apply()
        linux_confine(device.number, -1)
        SystemCallFilter.apply(withDevices: true)
      }
      body()
    }
  }

  /// Runs `body` in a child process with the user and groups of `peer`, if there is one; ``result(limit:)`` is what it
  /// returns. Without the permission to change the user it does not run, and there is no result.
  ///
  /// The process has a lower priority than the frames, and the highest score for the OOM killer. The kernel ends a
  /// process that exceeds `limits`; it has no result. Through `file` come the files of the peer that it writes, which
  /// get no larger than the peer's may be. It has no open files but the standard streams and `file`, the system calls
  /// of ``SystemCallFilter``, ends when this process ends, and can gain no privileges. Throws the errno of fork(2) or
  /// memfd_create(2).
  public init(
    within limits: ResourceLimits = ResourceLimits(), as peer: Peer? = nil, keeping file: FileDescriptor? = nil,
    withDevices: Bool = false, returning body: () -> [UInt8]
  ) throws(SystemError) {
    let memory = FileDescriptor(owning: try system("memfd_create") { linux_memory_file() })
    (process, descriptor) = try OOMScore.raised { () throws(SystemError) in
      try WorkerProcess.start {
        WorkerProcess.lowerPriority()
        limits.apply()
        linux_confine(memory.number, file?.number ?? -1)
        do throws(SystemError) { try peer?.assumeCredentials() } catch { return }
        if file != nil { peer?.limitFileSize() }
        SystemCallFilter.apply(withDevices: withDevices)
        try? memory.write(body())  // readers of the result detect truncation
      }
    }
    SystemCallFilter.isReported = true  // the next worker need not log it
    self.memory = memory
  }

  /// Runs this program again in a child process, named `name` and with one argument; `output` is its standard output.
  /// Its priority is lower than that of the frames. Throws the errno of fork(2); a failed execve(2) is logged.
  public convenience init(running name: Bytes, _ argument: Bytes, to output: FileDescriptor) throws(SystemError) {
    try self.init { () -> Void in
      WorkerProcess.lowerPriority()
      name.withCString { name in argument.withCString { linux_exec_self(name, $0, output.number) } }
      StandardStreams.error("\(name): \(SystemError(last: "/proc/self/exe").text); mount /proc; trying again")
    }
  }

  /// Names this process in the list of processes; at most 15 bytes. One that runs this program again is called "exe".
  public static func setName(_ name: Bytes) { name.withCString { linux_set_process_name($0) } }

  /// Sets the nice value to 5, so that the frames are drawn in time. Logs an error.
  private static func lowerPriority() {
    if linux_lower_priority() == 0 { return }
    StandardStreams.error(
      "loaderd: \(SystemError(last: "setpriority").text); a worker process has the priority of the frames")
  }

  /// Forks, and runs `body` in the child.
  private static func start(_ body: () -> Void) throws(SystemError) -> (Int32, FileDescriptor) {
    var end: Int32 = -1
    let process = try system("fork") { linux_fork(&end) }
    if process == 0 {
      body()
      _exit(0)
    }
    return (process, FileDescriptor(owning: end))
  }

  /// The result, mapped; nil if there is none, or if it has more than `limit` bytes. To be called after the process has
  /// ended.
  public func memory(limit: Int) -> Mapping? {
    guard let memory else { return nil }
    let size = Int(clamping: lseek(memory.number, 0, SEEK_END))
    return (1...limit).contains(size) ? try? Mapping(of: memory, offset: 0, byteCount: size) : nil
  }

  /// A copy of the result; empty if there is none, or if it has more than `limit` bytes.
  public func result(limit: Int) -> [UInt8] { memory(limit: limit).map { Array($0.bytes) } ?? [] }

  /// Kills the process if it has not ended, and reaps it.
  deinit { linux_reap(process) }
}
