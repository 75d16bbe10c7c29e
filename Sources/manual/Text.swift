import Support

extension String {
  init(_ bytes: Bytes) { self.init(decoding: bytes.utf8, as: UTF8.self) }
  init(_ text: StaticString) { self.init(Bytes(text)) }
}
