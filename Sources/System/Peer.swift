internal import CLinux
public import Support

/// The process at the other end of a Unix socket, with its credentials at the time of connect(2) (SO_PEERCRED).
public final class Peer {
  private let credentials: linux_peer

  /// Throws the errno of getsockopt(2) if this is not a connected Unix socket.
  public init(of socket: FileDescriptor) throws(SystemError) {
    var credentials = linux_peer()
    try system("getsockopt") { linux_peer(socket.number, &credentials) }
    self.credentials = credentials
  }

  /// A peer with these IDs, of which the first 64 supplementary groups are used, without process.
  public init(user: UInt32, group: UInt32, supplementaryGroups: [UInt32] = []) {
    var credentials = linux_peer()
    credentials.user = user
    credentials.group = group
    withUnsafeMutableBytes(of: &credentials.groups) { bytes in
      for (index, group) in supplementaryGroups.prefix(64).enumerated() {
        bytes.storeBytes(of: group, toByteOffset: index * 4, as: UInt32.self)
      }
    }
    credentials.count = UInt32(min(supplementaryGroups.count, 64))
    self.credentials = credentials
  }

  /// The process ID.
  public var process: Int { Int(credentials.process) }
  /// The effective user ID.
  public var user: UInt32 { credentials.user }
  /// The effective group ID.
  public var group: UInt32 { credentials.group }

  /// The supplementary groups. They are unknown before Linux 4.13, and for a peer with more than 64.
  public var supplementaryGroups: [UInt32] {
    withUnsafeBytes(of: credentials.groups) { bytes in
      (0..<Int(min(credentials.count, 64))).map { bytes.load(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
  }

  /// Whether the group is the peer's or one of its supplementary groups.
  public func isMember(of group: UInt32) -> Bool { group == self.group || supplementaryGroups.contains(group) }

  /// Whether a process exists (kill(2)).
  public static func isRunning(_ process: Int) -> Bool {
    kill(Int32(clamping: process), 0) == 0 || linux_errno() != ESRCH
  }

  /// Whether this process is root's.
  public static var isRoot: Bool { geteuid() == 0 }

  /// Whether the peer is root or has our effective user.
  public var isTrusted: Bool { user == 0 || user == geteuid() }

  /// Sets the user and groups of this process to the peer's, permanently, for a worker process that opens files on
  /// behalf of the peer. Does nothing if the user is the same, or is root, who may use our rights. Throws `EPERM`
  /// without the permission to change users.
  public func assumeCredentials() throws(SystemError) {
    var credentials = credentials
    try system("setresuid") { linux_assume_credentials(&credentials) }
  }

  /// Limits the files that this process writes to the size that the peer's may have (RLIMIT_FSIZE). Does nothing if the
  /// peer has ended, or has another user.
  func limitFileSize() { _ = linux_limit_file_size(credentials.process) }

  /// "process 12 of user 1000".
  ///
  /// A `Double`, because `Int` has 32 bits on some processors and is too small for some users.
  public var text: Bytes { "process \(process) of user \(Double(user))" }
}
