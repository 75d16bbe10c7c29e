internal import CLinux

/// Memory shared with a device or a file, or fresh memory that is zero; unmapped at the end.
public final class Mapping {
  public let address: UnsafeMutableRawPointer
  public let byteCount: Int
  /// Whether the memory is a device's or a file's, which may go: an access reads zeros then, if
  /// `Signals.surviveLostDevices()` was called.
  private let isShared: Bool

  public init(of descriptor: FileDescriptor, offset: Int, byteCount: Int) throws(SystemError) {
    address = try map(byteCount, MAP_SHARED, descriptor.number, offset)
    self.byteCount = byteCount
    isShared = true
    linux_mapping_begins(address, byteCount)
  }

  /// Zeroed memory that another process may have too, by the descriptor.
  public static func shared(byteCount: Int) throws(SystemError) -> (mapping: Mapping, descriptor: FileDescriptor) {
    let descriptor = FileDescriptor(owning: try system("memfd_create") { linux_shared_memory(byteCount) })
    return (try Mapping(of: descriptor, offset: 0, byteCount: byteCount), descriptor)
  }

  /// Zeroed memory; a page that is never written costs nothing.
  public init(zeroed byteCount: Int) throws(SystemError) {
    address = try map(byteCount, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    self.byteCount = byteCount
    isShared = false
  }

  /// What is there now.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: address, count: byteCount) }

  deinit {
    if isShared { linux_mapping_ends(address) }
    munmap(address, byteCount)
  }
}

private func map(
  _ byteCount: Int, _ flags: Int32, _ descriptor: Int32, _ offset: Int
) throws(SystemError) -> UnsafeMutableRawPointer {
  guard let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, descriptor, off_t(offset)),
    address != linux_map_failed()
  else { throw SystemError("mmap", linux_errno()) }
  return address
}
