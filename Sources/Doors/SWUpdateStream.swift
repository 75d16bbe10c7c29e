import Notation

/// Cuts the bytes of SWUpdate's progress socket into frames, holding no more than one.
///
/// Newer servers greet with 8 bytes, and a frame has one of two lengths, which nothing announces: the first frame whose
/// fields make sense in one layout only tells, or else the place where the next one starts with the same version.
public struct SWUpdateStream {
  private static let greeting: [UInt8] = [0x41, 0x43, 0x4B, 0]

  private var pending: [UInt8] = []
  private var isGreeted = false
  private var layout: SWUpdateFrame.Layout?
  private var version: UInt32?
  /// The frame at the start of what is pending was told of already; only its length is not known.
  private var isTold = false
  /// What came is no such stream; another connection may be.
  public private(set) var isBroken = false

  public init() {}

  /// The frames that `bytes` completes.
  public mutating func take(_ bytes: [UInt8]) -> [SWUpdateFrame] {
    var frames: [SWUpdateFrame] = []
    // No more is held than a frame and what is read at once.
    pending += bytes
    if !isGreeted {
      if pending.count < 8 { return [] }
      isGreeted = true
      if Array(pending[4..<8]) == SWUpdateStream.greeting { pending.removeFirst(8) }
    }
    var rest = pending[...]
    while !isBroken, let step = step(rest) {
      rest = rest.dropFirst(step.length)
      if let frame = step.frame { frames.append(frame) }
    }
    pending = isBroken ? [] : Array(rest)
    return frames
  }

  /// The next frame, if there is one to tell of, and how many bytes are done with; nil when more are needed.
  private mutating func step(_ rest: ArraySlice<UInt8>) -> (frame: SWUpdateFrame?, length: Int)? {
    if isTold { return length(rest).map { (nil, $0) } }
    guard rest.count >= layout?.size ?? SWUpdateFrame.Layout.packed.size else { return nil }
    if let layout {
      guard let frame = SWUpdateFrame(rest, layout), frame.version == version else { return fail() }
      return (frame, layout.size)
    }
    let packed = SWUpdateFrame(rest, .packed), unpacked = SWUpdateFrame(rest, .unpacked)
    guard let frame = packed ?? unpacked else { return fail() }
    version = frame.version
    // Of the second version some are packed, of the first none.
    if frame.version < 0x20000 {
      if unpacked == nil { return fail() }
      layout = .unpacked
    } else if packed == nil || unpacked == nil {
      layout = packed == nil ? .unpacked : .packed
    } else {
      isTold = true
      return (frame, 0)
    }
    return (nil, 0)
  }

  /// The length of the frame that was told of, by where the next one starts.
  private mutating func length(_ rest: ArraySlice<UInt8>) -> Int? {
    for candidate in SWUpdateFrame.Layout.allCases {
      guard rest.count >= candidate.size + 4 else { return nil }
      let found = rest.dropFirst(candidate.size).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
      if found == version {
        (layout, isTold) = (candidate, false)
        return candidate.size
      }
    }
    isBroken = true
    return nil
  }

  private mutating func fail() -> (frame: SWUpdateFrame?, length: Int)? {
    isBroken = true
    return nil
  }
}
