internal import CInter

/// The bytes of a TrueType or OpenType font, at a fixed address. Every `Font` that is made of them retains the object.
public final class FontFile {
  /// The first byte.
  let start: UnsafePointer<UInt8>
  /// The size in bytes.
  let count: Int
  /// The font for characters that this one lacks; nil if there is no other.
  public let next: FontFile?
  /// The memory that `deinit` frees; nil for the built-in font.
  private let owned: UnsafeMutablePointer<UInt8>?
  /// True for the font compiled into the program; its kerning is in a separate table (`inter_kerning`).
  var isBuiltIn: Bool { owned == nil }

  /// The font compiled into the program: Inter with every weight, and box drawing.
  public init() {
    start = inter_font_bytes()
    count = inter_font_size
    next = nil
    owned = nil
  }

  /// A copy of a font file's bytes, and the font for characters that it lacks. The bytes are checked when a `Font` is
  /// made of them.
  public init(_ bytes: [UInt8], before next: FontFile? = nil) {
    self.next = next
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
    bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: $0) }
    start = UnsafePointer(memory)
    count = bytes.count
    owned = memory
  }

  deinit { owned?.deallocate() }
}
