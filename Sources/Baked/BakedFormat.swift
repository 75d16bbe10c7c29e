/// The layout of a baked file: 32-bit words, the least significant byte first. Offsets are numbers of words from the
/// start of the file.
///
/// | words | content |
/// | --- | --- |
/// | 0–15 | the header, `Header` |
/// | screens | `Screen` each: a size and a mode, with one or two looks |
/// | resources | `Resource` each: a mask (bytes) or a picture (pixels 0xAARRGGBB, premultiplied) |
/// | look | `Look`, then its parts, from back to front |
/// | part | a rule, the number of frames, the offset of the list of each frame |
/// | list | the number of operations, the offset of each |
/// | operation | `DrawOpReader` |
/// | text | the number of bytes, the bytes |
///
/// Equal content has one offset, so that frames with the same operations are found equal without a look at them.
package enum BakedFormat {
  /// "LDBK".
  static var magic: UInt32 { 0x4B42_444C }
  /// Changes with each change of the layout.
  static var version: UInt32 { 1 }

  /// The words of the header.
  enum Header {
    static var magic: Int { 0 }
    static var version: Int { 1 }
    /// The size of the file in words.
    static var size: Int { 2 }
    /// Frames per second of what moves.
    static var rate: Int { 3 }
    /// The checksum of all words from `source` on, low word first.
    static var checksum: Int { 4 }
    /// What the file was made from, low word first.
    static var source: Int { 6 }
    static var screens: Int { 8 }
    static var screenCount: Int { 9 }
    static var resources: Int { 10 }
    static var resourceCount: Int { 11 }
    /// The number of words.
    static var count: Int { 16 }
  }

  /// The words of a screen.
  enum Screen {
    static var width: Int { 0 }
    static var height: Int { 1 }
    /// Degrees clockwise by which the display turns the picture.
    static var rotation: Int { 2 }
    /// The text with the name of the mode.
    static var mode: Int { 3 }
    /// The text with the call that shows the same in loaderd; 0 without one.
    static var call: Int { 4 }
    /// The look without a progress, and that with one; 0 if it is the same.
    static var look: Int { 5 }
    static var progressLook: Int { 6 }
    static var count: Int { 7 }
  }

  /// The words of a resource.
  enum Resource {
    /// `mask` or `picture`.
    static var kind: Int { 0 }
    static var width: Int { 1 }
    static var height: Int { 2 }
    static var content: Int { 3 }
    static var count: Int { 4 }

    static var mask: UInt32 { 0 }
    static var picture: UInt32 { 1 }
  }

  /// The kinds of shapes, in bits 0–3 of an operation's first word.
  enum Shape {
    static var box: UInt32 { 0 }
    static var outline: UInt32 { 1 }
    static var arc: UInt32 { 2 }
    static var group: UInt32 { 3 }
    static var mask: UInt32 { 4 }
  }

  /// The kinds of paints, in bits 4–7 of an operation's first word.
  enum Paint {
    static var color: UInt32 { 0 }
    static var gradient: UInt32 { 1 }
    static var picture: UInt32 { 2 }
    static var movingPicture: UInt32 { 3 }
  }

  /// The kinds of axes of a gradient.
  enum Axis {
    static var line: UInt32 { 0 }
    static var circles: UInt32 { 1 }
    static var squares: UInt32 { 2 }
  }

  /// How an operation is blended, in bits 8–15 of its first word.
  enum Blend {
    static var over: UInt32 { 0 }
    static var plus: UInt32 { 1 }
  }

  /// The words of a look.
  enum Look {
    /// 0xAARRGGBB, with straight alpha.
    static var background: Int { 0 }
    /// Microseconds that are shown once, before what repeats.
    static var intro: Int { 1 }
    /// Microseconds of what repeats; 0 if nothing does.
    static var period: Int { 2 }
    static var partCount: Int { 3 }
    static var count: Int { 4 }
  }

  /// What the frame of a part depends on.
  enum Rule {
    static var constant: UInt32 { 0 }
    static var time: UInt32 { 1 }
    /// 101 frames, one for each percent.
    static var progress: UInt32 { 2 }
  }

  /// The largest values that are accepted. They keep all arithmetic of the renderer within 32 bits.
  enum Limit {
    /// The side of a screen or of a resource in pixels.
    static var side: UInt32 { 16384 }
    /// A position in pixels.
    static var position: Int32 { 1 << 18 }
    /// A position or a length in 1/256 pixel.
    static var fixed: Int32 { 1 << 26 }
    /// The operations of a frame, those in groups included.
    static var drawOps: Int { 4096 }
    /// Groups inside groups.
    static var depth: Int { 8 }
    static var clips: Int { 16 }
    static var stops: UInt32 { 1024 }
    /// Frames of a part.
    static var frames: UInt32 { 100_000 }
    static var screens: UInt32 { 4096 }
    static var resources: UInt32 { 65_536 }
    static var parts: UInt32 { 64 }
    /// Bytes of a text.
    static var text: UInt32 { 4096 }
    /// Microseconds: 20 minutes.
    static var time: UInt32 { 1_200_000_000 }
  }

  /// The checksum of words or bytes: the hash FNV-1a with 64 bits, by words instead of bytes where they are words.
  package static func checksum<Word: UnsignedInteger & FixedWidthInteger>(_ words: some Collection<Word>) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for word in words { sum = (sum ^ UInt64(Word(littleEndian: word))) &* 0x0000_0100_0000_01B3 }
    return sum ^ sum >> 32
  }
}
