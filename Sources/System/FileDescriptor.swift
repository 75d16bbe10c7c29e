internal import CLinux
public import Support

/// Owns an open file descriptor and closes it.
public final class FileDescriptor {
  public let number: Int32

  public init(owning number: Int32) { self.number = number }

  /// Opens for reading and writing, without blocking.
  public convenience init(opening path: Bytes) throws(SystemError) {
    try self.init(path, O_RDWR | O_NONBLOCK)
  }

  /// Opens for reading, without waiting for a FIFO's writer.
  public convenience init(reading path: Bytes) throws(SystemError) {
    try self.init(path, O_RDONLY | O_NONBLOCK)
  }

  /// Creates the file, or empties it.
  public convenience init(writing path: Bytes) throws(SystemError) {
    try self.init(path, O_WRONLY | O_CREAT | O_TRUNC)
  }

  /// What was in the file stays until it is written over, and behind that until it is `cut`.
  public convenience init(overwriting path: Bytes) throws(SystemError) { try self.init(path, O_WRONLY | O_CREAT) }

  /// Ends the file where it was written last; what is no file has no end.
  public func cut() { _ = ftruncate(number, lseek(number, 0, SEEK_CUR)) }

  /// Another name of what a library has open and closes itself.
  public convenience init(duplicating number: Int32) throws(SystemError) {
    self.init(owning: try system("dup") { linux_duplicate(number) })
  }

  private init(_ path: Bytes, _ flags: Int32) throws(SystemError) {
    number = try system("open") { path.withCString { linux_open($0, flags | O_CLOEXEC | O_NOCTTY, 0o644) } }
  }

  /// The process's own three stay open.
  deinit { if number > 2 { close(number) } }

  public static var standardInput: FileDescriptor { FileDescriptor(owning: 0) }
  public static var standardOutput: FileDescriptor { FileDescriptor(owning: 1) }
  public static var standardError: FileDescriptor { FileDescriptor(owning: 2) }

  public var isTerminal: Bool { isatty(number) == 1 }

  public func isSameFile(as other: FileDescriptor) -> Bool {
    var one = stat(), two = stat()
    return fstat(number, &one) == 0 && fstat(other.number, &two) == 0 && one.st_dev == two.st_dev
      && one.st_ino == two.st_ino
  }

  /// The same file under another number.
  public func copy() throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try system("dup") { linux_duplicate(number) })
  }

  /// What is written to the second comes out of the first, which does not block.
  public static func pipe() throws(SystemError) -> (reading: FileDescriptor, writing: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    try system("pipe2") { linux_pipe(&ends) }
    var isOn: Int32 = 1
    _ = linux_ioctl(ends[0], UInt(FIONBIO), &isOn)
    return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
  }

  /// Up to `count` bytes; none at the end; nil when there are none yet.
  public func read(upTo count: Int) throws(SystemError) -> [UInt8]? {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(SystemError) {
        initialized = try system("read") { CLinux.read(number, buffer.baseAddress, count) }
      } catch {
        failure = error
      }
    }
    if let failure {
      if failure.code == EAGAIN { return nil }
      throw failure
    }
    return bytes
  }

  /// Waits until it can be read, and not longer than to a time of the monotonic clock, in nanoseconds; false when it cannot.
  public func awaitBytes(until end: Int64) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Int32(clamping: max(0, (end - Clock.nanoseconds) / 1_000_000))) > 0
  }

  /// Writes what fits now, up to what any pipe takes at once; 0 when nothing does.
  public func writeSome(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    if poll(&request, 1, 0) == 0 { return 0 }
    do throws(SystemError) {
      return try system("write") {
        bytes.withUnsafeBytes { CLinux.write(number, $0.baseAddress, min($0.count, Int(PIPE_BUF))) }
      }
    } catch  where error.code == EAGAIN {
      return 0
    }
  }

  /// Writes all of it, waiting where it must.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = try system("write") { rest.withUnsafeBytes { CLinux.write(number, $0.baseAddress, $0.count) } }
      rest = rest.dropFirst(written)
    }
  }
}

/// Whole files.
public enum File {
  /// Throws `EFBIG` when it is longer than `limit` bytes, `EISDIR` for a folder.
  public static func read(_ path: Bytes, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(reading: path)
    var all: [UInt8] = []
    while let bytes = try file.read(upTo: 65536), !bytes.isEmpty {
      all += bytes
      if all.count > limit { throw SystemError("read", EFBIG) }
    }
    return all
  }

  /// The names in a folder, in no order.
  public static func names(in path: Bytes) throws(SystemError) -> [Bytes] {
    guard let folder = path.withCString({ opendir($0) }) else { throw SystemError("opendir", linux_errno()) }
    defer { closedir(folder) }
    var names: [Bytes] = []
    while let entry = readdir(folder) { names.append(Bytes(cString: linux_entry_name(entry))) }
    return names
  }

  /// The paths of devices in the order of their numbers, "/dev/fb0" and so on; no folder has none.
  public static func numbered(_ prefix: Bytes, in folder: Bytes) -> [Bytes] {
    let names = (try? File.names(in: folder)) ?? []
    let numbers = names.compactMap { $0.hasPrefix(prefix) ? Decimal.integer($0.dropFirst(prefix.count)) : nil }
    return numbers.ordered(by: <).map { "\(folder)/\(prefix)\($0)" }
  }

  /// The size of a file or a disk in bytes; nil for what has none.
  public static func size(_ path: Bytes) -> Int64? {
    guard let file = try? FileDescriptor(reading: path) else { return nil }
    let size = lseek(file.number, 0, SEEK_END)
    return size > 0 ? Int64(size) : nil
  }

  public static func exists(_ path: Bytes) -> Bool { path.withCString { access($0, F_OK) } == 0 }

  public static func isWritable(_ path: Bytes) -> Bool { path.withCString { access($0, W_OK) } == 0 }

  /// Whether a path is a socket's file.
  public static func isSocket(_ path: Bytes) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFSOCK)
  }

  /// Writes a file whole or not at all: a reader sees the old one or the new one. Only its owner may read or write it.
  ///
  /// Nothing that another user has put beside it is followed or written to, as in a folder where all may write.
  public static func replace(_ path: Bytes, with bytes: [UInt8]) throws(SystemError) {
    let fresh = path + ".new"
    remove(fresh)
    let number = try system("open") { fresh.withCString { linux_open_new($0, 0o600) } }
    try FileDescriptor(owning: number).write(bytes)
    try system("rename") { fresh.withCString { fresh in path.withCString { rename(fresh, $0) } } }
  }

  /// A file that is not there is fine.
  public static func remove(_ path: Bytes) { _ = path.withCString { unlink($0) } }

  /// Makes one folder; one that exists already is fine.
  public static func makeDirectory(_ path: Bytes) throws(SystemError) {
    do throws(SystemError) {
      try system("mkdir") { path.withCString { mkdir($0, 0o755) } }
    } catch  where error.code == EEXIST {
    }
  }
}

/// What is said to the person or the journal, a line at a time.
public enum StandardStreams {
  /// Opens /dev/null for each of the three streams that is closed, as with some init programs: else the next file that is
  /// opened would take its number, and what is said would be written into it.
  public static func openMissing() { linux_open_standard_streams() }

  /// Much of it are others' words: no terminal obeys them.
  public static func error(_ line: Bytes) { write(line.displayable + "\n", to: 2) }
  public static func output(_ text: Bytes) { write(text, to: 1) }

  private static func write(_ text: Bytes, to number: Int32) {
    var rest = text.utf8[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { CLinux.write(number, $0.baseAddress, $0.count) }
      if written <= 0 { return }  // nobody reads: there is no one left to tell
      rest = rest.dropFirst(written)
    }
  }
}
