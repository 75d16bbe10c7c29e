import Support

/// The file that a picture is written to.
enum PicturePath {
  /// The file type that the suffix of a path names, in lower case; empty without one. Throws for a type that is not
  /// written.
  @discardableResult static func type(_ path: Bytes, of types: [Bytes]) throws(CommandError) -> Bytes {
    let name = path.lastPathComponent
    guard let point = name.utf8.lastIndex(of: UInt8(ascii: ".")), point > 0 else { return "" }
    let type = Bytes(name.utf8[(point + 1)...].map { $0 | 0x20 })  // ASCII lower case
    if types.contains(type) { return type }
    throw .usage("-o: \(quoted: name) has an unknown file type; there are \(types.map { "." + $0 }.joined(by: ", "))")
  }
}
