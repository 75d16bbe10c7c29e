import Support

/// Conversions from and to Swift strings.
extension Bytes {
  init(_ text: String) { self.init(Array(text.utf8)) }
  var string: String { String(decoding: utf8, as: UTF8.self) }
}
