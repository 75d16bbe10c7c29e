import Support

extension String {
  /// Invalid UTF-8 is replaced.
  init(_ bytes: Bytes) { self.init(decoding: bytes.utf8, as: UTF8.self) }
  init(_ text: StaticString) { self.init(Bytes(text)) }
}
