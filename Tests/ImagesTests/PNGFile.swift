import CZlib

/// A PNG file of any kind, from lines that carry their filter byte.
struct PNGFile {
  private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private let damage: String?

  /// `damage` is the chunk that gets a wrong checksum.
  init(
    width: UInt8, height: UInt8, type: UInt8, depth: UInt8, isInterlaced: Bool = false, lines: [[UInt8]],
    chunks: [(String, [UInt8])] = [], damage: String? = nil, hasEnd: Bool = true
  ) {
    self.damage = damage
    add("IHDR", [0, 0, 0, width, 0, 0, 0, height, depth, type, 0, 0, isInterlaced ? 1 : 0])
    for (name, content) in chunks { add(name, content) }
    add("IDAT", PNGFile.zlib(lines.flatMap { $0 }))
    if hasEnd { add("IEND", []) }
  }

  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(size))
    compress(&packed, &size, bytes, UInt(bytes.count))
    return Array(packed.prefix(Int(size)))
  }

  static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let bytes = Array(bytes)
    return UInt32(crc32(0, bytes, UInt32(bytes.count)))
  }

  private mutating func add(_ name: String, _ content: [UInt8]) {
    let body = Array(name.utf8) + content
    add(UInt32(content.count))
    bytes += body
    add(PNGFile.crc(body) ^ (name == damage ? 1 : 0))
  }

  private mutating func add(_ number: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(number >> shift & 255)) }
  }
}
