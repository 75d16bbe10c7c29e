/// Memory that the page reads or writes.
struct Buffer: ~Copyable {
  private(set) var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var capacity = 0

  /// Sets the size. The content is undefined; memory is kept if it suffices.
  mutating func resize(_ count: Int) {
    if count > capacity {
      bytes.deallocate()
      capacity = count
      bytes = .allocate(byteCount: count, alignment: 8)
    }
    bytes = UnsafeMutableRawBufferPointer(start: bytes.baseAddress, count: count)
  }

  deinit { bytes.deallocate() }
}
