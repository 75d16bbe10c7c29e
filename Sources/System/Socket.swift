internal import CLinux
public import Support

/// AF_UNIX sockets. A path that starts with `@` is a name in the abstract namespace (unix(7)).
public enum Socket {
  /// The size of sun_path in bytes. The NUL byte after a path, or before an abstract name, counts.
  public static var pathCapacity: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) }

  /// Connects a blocking stream socket. `timeout` limits each read and write, in seconds; 0 is no limit. A read or
  /// write that exceeds it throws `EAGAIN`.
  public static func connected(to path: Bytes, timeout: Int = 10) throws(SystemError) -> FileDescriptor {
    let socket = try make(linux_stream)
    _ = linux_set_timeouts(socket.number, timeout)
    try withAddress(path) { (address, size) throws(SystemError) in
      _ = try system("connect") { linux_connect(socket.number, address, size) }
    }
    return socket
  }

  /// Connects a non-blocking stream socket. Throws `EAGAIN` if the server's queue of connections is full.
  public static func connectedAtOnce(to path: Bytes) throws(SystemError) -> FileDescriptor {
    let socket = try make(linux_stream | linux_nonblocking)
    try withAddress(path) { (address, size) throws(SystemError) in
      _ = try system("connect") { linux_connect(socket.number, address, size) }
    }
    return socket
  }

  /// Two connected sockets that keep the boundaries of messages. Throws the errno of socketpair(2).
  public static func pair() throws(SystemError) -> (FileDescriptor, FileDescriptor) {
    var numbers: (Int32, Int32) = (-1, -1)
    _ = try system("socketpair") { linux_socket_pair(&numbers.0, &numbers.1) }
    return (FileDescriptor(owning: numbers.0), FileDescriptor(owning: numbers.1))
  }

  /// A socket that this process has inherited; nil if the descriptor is not open or not a socket.
  public static func inherited(_ number: Int) -> FileDescriptor? {
    let number = Int32(clamping: number)
    return linux_is_socket(number) != 0 && linux_close_on_exec(number) == 0 ? FileDescriptor(owning: number) : nil
  }

  /// Listens on a non-blocking stream socket with mode 0660, in a folder that is made if necessary. Replaces the file
  /// of a socket that has no server any more. Throws the errno of bind(2): `EADDRINUSE` if another server listens,
  /// `EEXIST` if the file is not a socket.
  public static func listening(at path: Bytes) throws(SystemError) -> FileDescriptor {
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > 0, !path.hasPrefix("@") {
      try File.makeDirectory(Bytes(path.utf8[..<slash]))
    }
    try refuseUsed(path)
    return try bound(to: path, mask: 0o117)
  }

  /// Listens as above, with mode 0600, and takes the path from another server, which is not asked. Throws the errno
  /// of bind(2).
  public static func listeningPrivately(at path: Bytes) throws(SystemError) -> FileDescriptor {
    try bound(to: path, mask: 0o177)
  }

  /// Throws `EADDRINUSE` if a server listens.
  private static func refuseUsed(_ path: Bytes) throws(SystemError) {
    if !path.hasPrefix("@") {  // an abstract name disappears with its server
      do throws(SystemError) {
        _ = try connectedAtOnce(to: path)
        throw SystemError("bind", EADDRINUSE)
      } catch  where error.isAbsence {
      } catch  where error.code == EAGAIN {
        throw SystemError("bind", EADDRINUSE)  // the server's queue of connections is full
      }
    }
  }

  private static func bound(to path: Bytes, mask: mode_t) throws(SystemError) -> FileDescriptor {
    let socket = try make(linux_stream | linux_nonblocking)
    if File.isSocket(path) { File.remove(path) }
    let mask = umask(mask)
    defer { umask(mask) }
    do throws(SystemError) {
      try withAddress(path) { (address, size) throws(SystemError) in
        _ = try system("bind") { linux_bind(socket.number, address, size) }
      }
    } catch  where error.code == EADDRINUSE && !path.hasPrefix("@") && !File.isSocket(path) {
      throw SystemError("bind", EEXIST)  // not a socket, so it is not replaced
    }
    _ = try system("listen") { listen(socket.number, 64) }
    return socket
  }

  /// Accepts the next connection, as a non-blocking socket; nil if there is none. Throws the errno of accept4(2).
  public static func accepted(from listener: FileDescriptor) throws(SystemError) -> FileDescriptor? {
    do throws(SystemError) {
      return FileDescriptor(owning: try system("accept4") { linux_accept(listener.number) })
    } catch  where error.code == EAGAIN || error.code == ECONNABORTED {
      return nil
    }
  }

  /// Receives up to `count` bytes, and a descriptor if one was passed (SCM_RIGHTS). Returns an empty array at the end
  /// of the connection, and nil for `EAGAIN`. Throws the errno of recvmsg(2).
  public static func receive(
    upTo count: Int, from socket: FileDescriptor
  ) throws(SystemError) -> (bytes: [UInt8], passed: FileDescriptor?)? {
    guard let (bytes, number) = try receive(count, socket, takesDescriptors: true) else { return nil }
    return (bytes, number < 0 ? nil : FileDescriptor(owning: number))
  }

  /// Receives bytes as above, but no descriptors. If some were passed with the bytes, `hasDescriptors` is true and the
  /// bytes stay in the queue for a worker process: close(2) of another program's descriptor can sleep.
  public static func receiveBytes(
    upTo count: Int, from socket: FileDescriptor
  ) throws(SystemError) -> (bytes: [UInt8], hasDescriptors: Bool)? {
    try receive(count, socket, takesDescriptors: false).map { ($0.bytes, $0.passed >= 0) }
  }

  private static func receive(
    _ count: Int, _ socket: FileDescriptor, takesDescriptors: Bool
  ) throws(SystemError) -> (bytes: [UInt8], passed: Int32)? {
    var passed: Int32 = -1
    let bytes = try systemBytes("recvmsg", upTo: count) {
      linux_receive(socket.number, $0, count, takesDescriptors ? 1 : 0, &passed)
    }
    return bytes.map { ($0, passed) }
  }

  /// Refuses descriptors that are passed to a socket, or to those that a listening socket accepts, if the kernel can
  /// (Linux 6.16).
  public static func refuseDescriptors(on socket: FileDescriptor) { linux_refuse_descriptors(socket.number) }

  /// Sends all bytes, blocking if necessary, and passes a descriptor with the first byte (SCM_RIGHTS). Throws the errno
  /// of sendmsg(2).
  public static func send(
    _ bytes: [UInt8], passing descriptor: FileDescriptor, on socket: FileDescriptor
  ) throws(SystemError) {
    let sent = try system("sendmsg") {
      bytes.withUnsafeBytes { linux_send_to(socket.number, $0.baseAddress, $0.count, nil, 0, descriptor.number, 0) }
    }
    try socket.write(Array(bytes.dropFirst(sent)))
  }

  /// Sends as much as possible without blocking and without SIGPIPE. Returns the number of bytes sent, which may be 0.
  /// Throws the errno of send(2).
  public static func send(_ bytes: ArraySlice<UInt8>, on socket: FileDescriptor) throws(SystemError) -> Int {
    do throws(SystemError) {
      return try system("send") { bytes.withUnsafeBytes { linux_send(socket.number, $0.baseAddress, $0.count) } }
    } catch  where error.code == EAGAIN {
      return 0
    }
  }

  /// Sends one datagram, and passes a descriptor with it if there is one. Throws the errno of sendmsg(2).
  static func sendDatagram(
    _ bytes: [UInt8], with descriptor: FileDescriptor? = nil, to path: Bytes, isWaiting: Bool
  ) throws(SystemError) {
    let socket = try make(linux_datagram), flags = isWaiting ? 0 : linux_dont_wait
    try withAddress(path) { (address, size) throws(SystemError) in
      _ = try system("sendto") {
        bytes.withUnsafeBytes {
          linux_send_to(socket.number, $0.baseAddress, $0.count, address, size, descriptor?.number ?? -1, flags)
        }
      }
    }
  }

  private static func make(_ type: Int32) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try system("socket") { linux_unix_socket(type) })
  }

  private static func withAddress(
    _ path: Bytes, _ body: (UnsafePointer<sockaddr_un>, socklen_t) throws(SystemError) -> Void
  ) throws(SystemError) {
    var address = sockaddr_un()
    let isAbstract = path.hasPrefix("@")
    guard !path.isEmpty, path.count + (isAbstract ? 0 : 1) <= Socket.pathCapacity else {
      throw SystemError("socket address", path.isEmpty ? ENOENT : ENAMETOOLONG)
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { field in
      for (index, byte) in path.utf8.enumerated() { field[index] = byte }
      if isAbstract { field[0] = 0 }
    }
    let size = linux_address_size(path.count + (isAbstract ? 0 : 1))
    try withUnsafePointer(to: &address) { (pointer) throws(SystemError) in try body(pointer, size) }
  }
}
