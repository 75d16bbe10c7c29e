import CZlib

/// A PNG file of any colour type and depth, built from rows that start with their filter byte.
struct PNGFile {
  /// The content of the file.
  private(set) var bytes: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
  /// The type of the chunk that gets a wrong checksum.
  private let damage: String?

  /// A file of one picture. `damage` is the type of the chunk that gets a wrong checksum; without `hasEnd`, IEND is
  /// left out.
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

  /// Compresses bytes as a zlib stream.
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(size))
    compress(&packed, &size, bytes, UInt(bytes.count))
    return Array(packed.prefix(Int(size)))
  }

  /// The CRC of a chunk's type and data.
  static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let bytes = Array(bytes)
    return UInt32(crc32(0, bytes, UInt32(bytes.count)))
  }

  /// Adds a chunk.
  private mutating func add(_ name: String, _ content: [UInt8]) {
    let body = Array(name.utf8) + content
    add(UInt32(content.count))
    bytes += body
    add(PNGFile.crc(body) ^ (name == damage ? 1 : 0))
  }

  /// Adds a number in network byte order.
  private mutating func add(_ number: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(number >> shift & 255)) }
  }
}
