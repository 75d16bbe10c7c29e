import Support

extension Bytes {
  /// These bytes read as a C string: up to the first NUL, with malformed UTF-8 replaced by U+FFFD.
  var validCString: Bytes {
    var text = Bytes()
    for scalar in Bytes(utf8.prefix { $0 != 0 }).scalars { text.append(scalar: scalar) }
    return text
  }
}
