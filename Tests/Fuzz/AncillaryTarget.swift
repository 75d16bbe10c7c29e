import Glibc
import System

extension Target {
  /// Messages with descriptors and credentials (unix(7)): the bytes arrive in order, `receiveBytes` takes none that
  /// came with a descriptor, and no descriptor stays open.
  static let ancillary = Target("ancillary") { bytes in
    var input = FuzzInput(bytes), ends: [Int32] = [0, 0], pipe: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0, Glibc.pipe(&pipe) == 0 else { return }
    for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    do {
      let receiver = FileDescriptor(owning: fcntl(ends[1], F_DUPFD_CLOEXEC, 0))
      if input.number(below: 4) == 0 {
        var yes: Int32 = 1
        setsockopt(ends[1], SOL_SOCKET, SO_PASSCRED, &yes, socklen_t(MemoryLayout<Int32>.size))
      }
      var sent: [UInt8] = [], received: [UInt8] = []
      while !input.isEmpty {
        switch input.number(below: 4) {
        case 0, 1:
          let message = [UInt8](repeating: UInt8(truncatingIfNeeded: sent.count), count: 1 + input.number(below: 200))
          let copies = [Int32](repeating: pipe[0], count: input.number(below: 256))
          if send(message, copies, isBroken: input.number(below: 8) == 0, on: ends[0]) { sent += message }
        case 2:
          guard let got = try? Socket.receiveBytes(upTo: 1 + input.number(below: 256), from: receiver) else { break }
          received += got.bytes
          if got.hasDescriptors {  // a worker process reads the rest
            guard let rest = try? Socket.receive(upTo: got.bytes.count, from: receiver) else { break }
            require(rest.bytes == got.bytes)
          }
        default:
          guard let got = try? Socket.receive(upTo: 1 + input.number(below: 256), from: receiver) else { break }
          received += got.bytes
        }
        require(sent.starts(with: received))
      }
    }
    for descriptor in [ends[0], ends[1], pipe[0]] { close(descriptor) }
    var writer = pollfd(fd: pipe[1], events: 0, revents: 0)
    require(poll(&writer, 1, 1000) == 1 && Int32(writer.revents) & POLLERR != 0)  // no copy of the other end is open
    close(pipe[1])
  }

  /// Sends a message with descriptors, whose header has a wrong length if it `isBroken`. Returns whether it was sent.
  private static func send(_ message: [UInt8], _ descriptors: [Int32], isBroken: Bool, on socket: Int32) -> Bool {
    // struct cmsghdr: the length, the level and the type.
    let header = 16, size = header + 4 * descriptors.count
    let control = UnsafeMutableRawBufferPointer.allocate(byteCount: (size + 7) / 8 * 8, alignment: 8)
    defer { control.deallocate() }
    control.initializeMemory(as: UInt8.self, repeating: 0)
    control.storeBytes(of: isBroken ? size + 1 : size, as: Int.self)
    control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
    control.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
    descriptors.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: control[header...]).copyMemory(from: $0) }
    return message.withUnsafeBytes { bytes in
      var part = iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
      return withUnsafeMutablePointer(to: &part) { part in
        var envelope = msghdr()
        envelope.msg_iov = part
        envelope.msg_iovlen = 1
        if !descriptors.isEmpty {
          envelope.msg_control = control.baseAddress
          envelope.msg_controllen = control.count
        }
        return sendmsg(socket, &envelope, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) == message.count
      }
    }
  }
}
