/// A path on which bytes of others come in. What must hold for any of them is required: breaking it is a crash.
public struct Target: Sendable {
  /// As its folder in `Corpus` is called.
  public let name: String
  public let take: @Sendable ([UInt8]) -> Void

  init(_ name: String, _ take: @escaping @Sendable ([UInt8]) -> Void) { (self.name, self.take) = (name, take) }

  /// Adding one means adding its file, a folder of inputs to start with, and one word here.
  public static let all: [Target] =
    [
      notation, call, reply, record, configuration, theme, picture, font, uevent, arguments, experience,
      reading, message, plymouth, splash, swupdate, meter,
    ]
}

/// Like `precondition`, which in an optimised program does not say where it was broken.
func require(_ condition: Bool, file: StaticString = #file, line: UInt = #line) {
  if !condition { fatalError("must not be", file: file, line: line) }
}

/// Bytes as they may come, in pieces; the first byte says how long these are.
func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
  let size = 1 + Int(bytes.first ?? 0), stream = bytes.dropFirst()
  return stride(from: stream.startIndex, to: stream.endIndex, by: size).map { start in
    Array(stream[start..<min(start + size, stream.endIndex)])
  }
}
