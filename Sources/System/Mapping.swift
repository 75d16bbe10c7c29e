internal import CLinux
public import Support

/// A mapping of a device, a file or anonymous memory (mmap(2)), which is unmapped when it is released.
///
/// The memory of a device or a file may disappear. An access reads zeros then, if `Signals.handleBusErrors()` was
/// called.
public final class Mapping {
  /// The start of the mapping, aligned to a page.
  public let address: UnsafeMutableRawPointer
  /// The size in bytes.
  public let byteCount: Int
  /// Whether the mapping is registered for SIGBUS.
  private let isRegistered: Bool

  /// Maps a device or a file for reading and writing (MAP_SHARED). `offset` is in bytes, and a multiple of the page
  /// size. Throws the errno of mmap(2).
  public init(of descriptor: FileDescriptor, offset: Int64, byteCount: Int) throws(SystemError) {
    address = try map(byteCount, MAP_SHARED, descriptor.number, offset)
    self.byteCount = byteCount
    isRegistered = true
    linux_register_mapping(address, byteCount)
  }

  /// Maps a whole file privately, for reading. Throws the errno of open(2) or mmap(2), and `EISDIR` for a folder.
  public init(reading path: Bytes) throws(SystemError) {
    let descriptor = try FileDescriptor(reading: path)
    _ = try descriptor.read(upTo: 0)  // mmap(2) of a folder fails for other reasons, as its size has no meaning
    byteCount = max(0, Int(clamping: lseek(descriptor.number, 0, SEEK_END)))
    address = try map(max(1, byteCount), MAP_PRIVATE, descriptor.number, 0)
    isRegistered = true
    linux_register_mapping(address, byteCount)
  }

  /// Zeroed memory that can be shared by passing its descriptor (memfd_create(2)); its size cannot be reduced. Throws
  /// the errno of memfd_create(2) or mmap(2).
  public static func shared(byteCount: Int) throws(SystemError) -> (mapping: Mapping, descriptor: FileDescriptor) {
    let descriptor = FileDescriptor(owning: try system("memfd_create") { linux_sealed_memory_file(byteCount) })
    return (try Mapping(of: descriptor, offset: 0, byteCount: byteCount), descriptor)
  }

  /// Zeroed private memory. The kernel allocates a page when it is first written. Throws the errno of mmap(2).
  public init(zeroed byteCount: Int) throws(SystemError) {
    address = try map(byteCount, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    self.byteCount = byteCount
    isRegistered = false
  }

  /// The content; valid while the mapping exists.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: address, count: byteCount) }

  deinit {
    if isRegistered { linux_unregister_mapping(address) }
    munmap(address, max(1, byteCount))
  }
}

private func map(
  _ byteCount: Int, _ flags: Int32, _ descriptor: Int32, _ offset: Int64
) throws(SystemError) -> UnsafeMutableRawPointer {
  guard let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, descriptor, off_t(offset)),
    address != linux_map_failed()
  else { throw SystemError("mmap", linux_errno()) }
  return address
}
