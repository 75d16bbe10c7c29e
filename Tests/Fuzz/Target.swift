import SeededRandom

/// A parser of untrusted bytes, for the fuzzer. It crashes if an invariant does not hold for an input.
public struct Target: Sendable {
  /// The name of the folder in `Corpus` and of the dictionary in `Words`.
  public let name: String
  /// Runs the parser with an input.
  public let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, _ run: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.run = run
  }

  /// Runs the parser with inputs, and with each after changes of a byte: what is almost valid gets farthest.
  public func replay(_ inputs: [[UInt8]]) {
    var dice = SeededRandom(seed: 1)
    for input in inputs {
      var bytes = input
      run(bytes)
      for _ in 0..<8 where !bytes.isEmpty {
        bytes[dice.roll(0...bytes.count - 1)] = UInt8(truncatingIfNeeded: dice.next())
        run(bytes)
      }
    }
  }

  /// All targets. To add one, add its file, a folder of initial inputs in `Corpus`, a dictionary in `Words`, and its
  /// name here.
  public static let all: [Target] =
    [
      syntax, call, reply, callJournal, configuration, theme, picture, font, uevent, arguments, durationHistory,
      fileResult, kernelMessage, plymouth, splash, swupdate, progressParser, session, framebuffer, mode, surface,
      gestures,
      sequence, passwordRequest, qr, bridge, ancillary, baked, card, wayland,
    ]
}

/// Like `precondition`, which does not print the line in an optimised build.
func require(_ condition: Bool, file: StaticString = #file, line: UInt = #line) {
  if !condition { fatalError("the invariant does not hold", file: file, line: line) }
}

/// Splits the input into pieces, as they may be received. The first byte is the size of a piece minus 1.
func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
  let size = 1 + Int(bytes.first ?? 0), stream = bytes.dropFirst()
  return stride(from: stream.startIndex, to: stream.endIndex, by: size).map { start in
    Array(stream[start..<min(start + size, stream.endIndex)])
  }
}
