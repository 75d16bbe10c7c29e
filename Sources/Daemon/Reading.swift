import Linux
import Loaders
import Notation
import Raster

/// Files that were read elsewhere, each with what came of it: notes them there, and gives them out again here.
final class Reading {
  /// The most pixels that a client's picture may have: those of a display of 3840x2160, and a little more.
  private static var pixelLimit: Int { 8_400_000 }

  private var entries: [(path: Bytes, reason: Bytes?, content: [UInt8])] = []
  private let isReplay: Bool

  /// Reads and notes.
  init() { isReplay = false }

  /// Refuses every file.
  init(refusing reason: Bytes) { (isReplay, entries) = (false, [("", reason, [])]) }

  /// Gives out what another one has noted; cut short, what is missing could not be read.
  init(_ bytes: [UInt8]) {
    isReplay = true
    var rest = bytes[...]
    func number() -> Int? {
      guard rest.count >= 4 else { return nil }
      defer { rest = rest.dropFirst(4) }
      return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    func part() -> [UInt8]? {
      guard let count = number(), count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    while let path = part(), let reason = part(), let content = part() {
      entries.append((Bytes(path), reason.isEmpty ? nil : Bytes(reason), content))
    }
  }

  /// Files named by a call as its caller sees them. Pictures are unpacked there, so that it costs no frame here.
  func files(_ read: @escaping (Bytes) throws(ParameterError) -> [UInt8]) -> Files {
    let plain = Files(read, pixels: Reading.pixelLimit)
    return Files { [self] (path) throws(ParameterError) in
      try content(path) { (path) throws(ParameterError) in try read(path) }
    } unpack: { [self] (path) throws(ParameterError) in
      let key = Bytes([0]) + path  // no path has a NUL
      return Picture(
        unpacked: try content(key) { (_) throws(ParameterError) in try plain.picture(path).unpacked })
    }
  }

  private func content(
    _ key: Bytes, _ get: (Bytes) throws(ParameterError) -> [UInt8]
  ) throws(ParameterError) -> [UInt8] {
    if let known = entries.first(where: { $0.path == key || $0.path.isEmpty }) {
      if let reason = known.reason { throw ParameterError("file", reason) }
      return known.content
    }
    if isReplay { throw ParameterError("file", "not read in time") }
    do throws(ParameterError) {
      let content = try get(key)
      entries.append((key, nil, content))
      return content
    } catch {
      entries.append((key, error.reason, []))
      throw error
    }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for entry in entries {
      for part in [entry.path.utf8, entry.reason?.utf8 ?? [], entry.content] {
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: part.count >> shift)) }
        bytes += part
      }
    }
    return bytes
  }
}

extension Picture {
  fileprivate var unpacked: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count * 4 + 4)
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: Int(width) >> shift)) }
    pixels.withUnsafeBytes { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// What `unpacked` has made; an empty picture of anything else.
  fileprivate convenience init(unpacked bytes: [UInt8]) {
    let width = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }, count = (bytes.count - 4) / 4
    guard count > 0, (1...count).contains(width), count % width == 0 else {
      self.init(width: 1, height: 1, pixels: [0])
      return
    }
    let pixels = [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
      bytes.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(buffer).copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[4..<4 + count * 4]))
      }
      initialized = count
    }
    self.init(width: Int32(width), height: Int32(count / width), pixels: pixels)
  }
}
