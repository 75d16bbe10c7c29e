internal import CInter

/// The bytes of a TrueType or OpenType font, kept for as long as a font made of them lives.
public final class FontFile {
  let start: UnsafePointer<UInt8>
  let count: Int
  private let owned: UnsafeMutablePointer<UInt8>?
  /// True for the font compiled into the program; its kerning is in a separate table (`inter_kerning`).
  var isBuiltIn: Bool { owned == nil }

  /// The font compiled into the program: Inter with every weight, and box drawing.
  public init() {
    (start, count, owned) = (inter_font_bytes(), inter_font_size, nil)
  }

  /// A copy of a font file's bytes. They are not checked here, but when a `Font` is made of them.
  public init(_ bytes: [UInt8]) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
    for (index, byte) in bytes.enumerated() { memory[index] = byte }
    (start, count, owned) = (UnsafePointer(memory), bytes.count, memory)
  }

  deinit { owned?.deallocate() }
}
