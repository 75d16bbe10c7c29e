import Support

/// Parses the byte stream of SWUpdate's progress socket into frames. Buffers at most one frame besides the bytes of a
/// read.
///
/// Newer servers start with an acknowledgement of 8 bytes. A frame has one of two layouts with different lengths, and
/// the protocol does not say which. The layout is known once the fields of a frame are plausible in one layout only, or
/// from the position at which the next frame starts with the same version.
public struct SWUpdateStream {
  /// Second half of the acknowledgement; the first half is the version.
  private static let acknowledgement = [UInt8(ascii: "A"), UInt8(ascii: "C"), UInt8(ascii: "K"), 0]

  private var pending: [UInt8] = []
  /// Whether the acknowledgement was skipped, or is known to be missing.
  private var hasStarted = false
  private var layout: SWUpdateFrame.Layout?
  private var version: UInt32?
  /// The frame at the start of `pending` was returned already; its length is not known yet.
  private var isReturned = false
  /// True after malformed data: the connection must be closed.
  public private(set) var isBroken = false

  /// A parser at the start of a connection.
  public init() {}

  /// The frames that `bytes` completes. Everything after malformed data is ignored.
  public mutating func feed(_ bytes: [UInt8]) -> [SWUpdateFrame] {
    var frames: [SWUpdateFrame] = []
    pending += bytes
    if !hasStarted {
      if pending.count < 8 { return [] }
      hasStarted = true
      if Array(pending[4..<8]) == SWUpdateStream.acknowledgement { pending.removeFirst(8) }
    }
    var rest = pending[...]
    while !isBroken, let step = step(rest) {
      rest = rest.dropFirst(step.length)
      if let frame = step.frame { frames.append(frame) }
    }
    pending = isBroken ? [] : Array(rest)
    return frames
  }

  /// The next frame, if it was not returned before, and the number of bytes to skip; nil if more bytes are needed.
  private mutating func step(_ rest: ArraySlice<UInt8>) -> (frame: SWUpdateFrame?, length: Int)? {
    if isReturned { return length(rest).map { (nil, $0) } }
    guard rest.count >= layout?.size ?? SWUpdateFrame.Layout.packed.size else { return nil }
    if let layout {
      if rest.word(0) != version { return fail() }
      return (SWUpdateFrame(rest, layout), layout.size)
    }
    let isPacked = SWUpdateFrame.isPlausible(rest, .packed), isUnpacked = SWUpdateFrame.isPlausible(rest, .unpacked)
    guard let frame = SWUpdateFrame(rest, isPacked ? .packed : .unpacked), isPacked || isUnpacked else { return fail() }
    version = frame.version
    // Version 2 exists in both layouts, older versions only unpacked.
    if frame.version < 0x20000 {
      if !isUnpacked { return fail() }
      layout = .unpacked
    } else if !isPacked || !isUnpacked {
      layout = isPacked ? .packed : .unpacked
    } else {
      isReturned = true
      return (frame, 0)
    }
    return (nil, 0)
  }

  /// The length of the frame that was returned, from the position at which the next one starts with the same version.
  private mutating func length(_ rest: ArraySlice<UInt8>) -> Int? {
    for candidate in SWUpdateFrame.Layout.allCases {
      guard rest.count >= candidate.size + 4 else { return nil }
      if rest.word(candidate.size) == version {
        layout = candidate
        isReturned = false
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
