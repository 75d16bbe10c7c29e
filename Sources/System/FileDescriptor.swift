internal import CLinux
public import Support

/// Owns an open file descriptor, and closes it when it is released.
public final class FileDescriptor {
  /// The number of the descriptor.
  public let number: Int32

  /// Takes ownership of an open descriptor. The numbers 0, 1 and 2 are never closed.
  public init(owning number: Int32) { self.number = number }

  /// Opens a file for reading and writing, with O_NONBLOCK. Throws the errno of open(2), as the others do.
  public convenience init(opening path: Bytes) throws(SystemError) {
    try self.init(path, O_RDWR | O_NONBLOCK)
  }

  /// Opens a file for reading, with O_NONBLOCK, so that it does not wait for the writer of a FIFO.
  public convenience init(reading path: Bytes) throws(SystemError) {
    try self.init(path, O_RDONLY | O_NONBLOCK)
  }

  /// Opens a folder. Throws `ENOTDIR` if it is none.
  public convenience init(folder path: Bytes) throws(SystemError) {
    try self.init(path, O_RDONLY | O_DIRECTORY)
  }

  /// A memory file with these bytes (memfd_create(2)), to be passed to another process. Throws the errno of
  /// memfd_create(2) or write(2).
  public convenience init(memory bytes: [UInt8]) throws(SystemError) {
    self.init(owning: try system("memfd_create") { linux_memory_file() })
    try write(bytes)
  }

  /// Opens a file for writing. Creates or truncates it.
  public convenience init(writing path: Bytes) throws(SystemError) {
    try self.init(path, O_WRONLY | O_CREAT | O_TRUNC)
  }

  /// Opens a file for writing from its start, without truncating it. Creates it if it does not exist.
  public convenience init(overwriting path: Bytes) throws(SystemError) { try self.init(path, O_WRONLY | O_CREAT) }

  /// Truncates the file at the current offset. Does nothing for pipes and devices.
  public func truncateAtOffset() { _ = ftruncate(number, lseek(number, 0, SEEK_CUR)) }

  /// Duplicates a descriptor that a library owns. Throws the errno of dup(2).
  public convenience init(duplicating number: Int32) throws(SystemError) {
    self.init(owning: try system("dup") { linux_duplicate(number) })
  }

  private init(_ path: Bytes, _ flags: Int32) throws(SystemError) {
    number = try system("open") { path.withCString { linux_open($0, flags | O_CLOEXEC | O_NOCTTY, 0o644) } }
  }

  deinit {
    if number > 2 {
      let result = linux_close(number)
      assert(result == 0 || linux_errno() != EBADF, "closed twice: another file may have had the number")
    }
  }

  /// Descriptor 0.
  public static var standardInput: FileDescriptor { FileDescriptor(owning: 0) }
  /// Descriptor 1.
  public static var standardOutput: FileDescriptor { FileDescriptor(owning: 1) }
  /// Descriptor 2.
  public static var standardError: FileDescriptor { FileDescriptor(owning: 2) }

  /// Sets whether this process serves the connection, which it has accepted or received. The release of one that it
  /// serves ends the connection, also where another process has it.
  public func setServed(_ isServed: Bool) { linux_set_served(number, isServed ? 1 : 0) }

  /// Whether it refers to a terminal (isatty(3)).
  public var isTerminal: Bool { isatty(number) == 1 }

  /// Whether both refer to the same file: same device and inode.
  public func isSameFile(as other: FileDescriptor) -> Bool {
    var status = stat(), otherStatus = stat()
    return fstat(number, &status) == 0 && fstat(other.number, &otherStatus) == 0
      && status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
  }

  /// A duplicate that refers to the same open file. Throws the errno of dup(2).
  public func copy() throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try system("dup") { linux_duplicate(number) })
  }

  /// A new pipe. The reading end does not block. Throws the errno of pipe2(2).
  public static func pipe() throws(SystemError) -> (reading: FileDescriptor, writing: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    try system("pipe2") { linux_pipe(&ends) }
    var isOn: Int32 = 1
    _ = linux_ioctl(ends[0], UInt(FIONBIO), &isOn)
    return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
  }

  /// Reads up to `count` bytes. Returns an empty array at end of file, and nil for `EAGAIN`. Throws the errno of
  /// read(2).
  public func read(upTo count: Int) throws(SystemError) -> [UInt8]? {
    try systemBytes("read", upTo: count) { CLinux.read(number, $0, count) }
  }

  /// The number of bytes that wait in a pipe or a terminal (FIONREAD of pipe(7)); 0 if it is not known.
  public var unreadCount: Int {
    var count: Int32 = 0
    _ = linux_ioctl(number, UInt(FIONREAD), &count)
    return Int(count)
  }

  /// Waits until the descriptor is readable, at most until `end` (CLOCK_MONOTONIC, ns). Returns whether it is.
  public func awaitBytes(until end: Int64) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Int32(clamping: max(0, (end - Clock.nanoseconds) / 1_000_000))) > 0
  }

  /// Waits for bytes. Returns false if there are none and the reader of `output`, a pipe or a socket, has closed it.
  public func awaitBytes(whileRead output: FileDescriptor) -> Bool {
    var requests = [
      pollfd(fd: number, events: Int16(POLLIN), revents: 0), pollfd(fd: output.number, events: 0, revents: 0),
    ]
    _ = poll(&requests, 2, -1)
    return requests[0].revents != 0 || requests[1].revents == 0
  }

  /// The content of a file, wherever its offset is. Throws `EFBIG` if it has more than `limit` bytes, and otherwise the
  /// errno of mmap(2).
  public func content(limit: Int) throws(SystemError) -> [UInt8] {
    let size = Int(clamping: lseek(number, 0, SEEK_END))
    if size > limit { throw SystemError("read", EFBIG) }
    if size <= 0 { return [] }
    let mapping = try Mapping(of: self, offset: 0, byteCount: size)
    return withExtendedLifetime(mapping) { Array(mapping.bytes) }
  }

  /// Writes up to PIPE_BUF bytes without blocking. Returns the number of bytes written, which may be 0. Throws the
  /// errno of write(2).
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

  /// Writes all bytes, blocking if necessary. Throws the errno of write(2). With `waiting` it waits for the reader
  /// where a descriptor that does not block would fail with `EAGAIN`.
  public func write(_ bytes: [UInt8], waiting: Bool = false) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(SystemError) {
        let written = try system("write") { rest.withUnsafeBytes { CLinux.write(number, $0.baseAddress, $0.count) } }
        rest = rest.dropFirst(written)
      } catch  where waiting && error.code == EAGAIN {
        var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      }
    }
  }

  /// Writes all bytes. Throws `ETIMEDOUT` if the reader takes none for that many milliseconds, and otherwise the errno
  /// of write(2).
  public func write(_ bytes: [UInt8], timeoutMilliseconds: Int32) throws(SystemError) {
    // A descriptor that is not open for writing fails at once: poll(2) would wait for the reading end of a pipe.
    try system("write") { CLinux.write(number, nil, 0) }
    var rest = bytes[...]
    while !rest.isEmpty {
      var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      if poll(&request, 1, timeoutMilliseconds) == 0 { throw SystemError("write", ETIMEDOUT) }
      rest = rest.dropFirst(try writeSome(rest))
    }
  }
}
