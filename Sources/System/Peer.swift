internal import CLinux
public import Support

/// The process at the other end of a Unix socket, as it was when it connected.
public struct Peer {
  private var credentials: linux_peer

  /// Throws for what is not a connected Unix socket.
  public init(of socket: FileDescriptor) throws(SystemError) {
    var credentials = linux_peer()
    try system("getsockopt") { linux_peer(socket.number, &credentials) }
    self.credentials = credentials
  }

  /// One of which no more is known.
  public init(user: UInt32, group: UInt32) {
    credentials = linux_peer()
    (credentials.user, credentials.group) = (user, group)
  }

  public var process: Int { Int(credentials.process) }
  public var user: UInt32 { credentials.user }
  public var group: UInt32 { credentials.group }

  /// Whether a group is one of its own.
  public func isMember(of group: UInt32) -> Bool {
    if group == credentials.group { return true }
    return withUnsafeBytes(of: credentials.groups) { bytes in
      (0..<Int(min(credentials.count, 64))).contains { bytes.load(fromByteOffset: $0 * 4, as: UInt32.self) == group }
    }
  }

  /// Whether it is the one we run as, or root.
  public var isOurs: Bool { user == 0 || user == geteuid() }

  /// Gives this process the rights of that one, for good. Throws `EPERM` when it has others and we may not change ours.
  public func become() throws(SystemError) {
    var credentials = credentials
    try system("setresuid") { linux_become(&credentials) }
  }

  /// "process 12 of user 1000".
  public var text: Bytes { "process \(process) of user \(Int(user))" }
}
