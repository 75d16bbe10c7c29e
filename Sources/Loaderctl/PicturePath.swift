import Support

/// The file that a picture is written to.
enum PicturePath {
  /// Throws when the path has the suffix of a file type that is not written.
  static func check(_ path: Bytes, _ types: [Bytes]) throws(CommandError) {
    let name = path.lastPathComponent
    guard let point = name.utf8.lastIndex(of: UInt8(ascii: ".")), point > 0 else { return }
    let type = Bytes(name.utf8[(point + 1)...].map { $0 | 0x20 })  // ASCII lower case
    if types.contains(type) { return }
    throw .usage("-o: \(quoted: name) has an unknown file type; there are \(types.map { "." + $0 }.joined(by: ", "))")
  }
}
