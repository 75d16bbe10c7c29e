import Support

/// Parser of the output of `rauc install`: `installing`, then percentages with steps, then the result.
struct RAUC {
  /// Whether `installing` was read.
  private var hasBegun = false

  /// `isSure` is true if the format was chosen by the user. Otherwise percentages count only after `installing`.
  mutating func read(_ line: Bytes, isSure: Bool) -> ProgressSample? {
    if "installing" ~= line {
      hasBegun = true
      return nil
    }
    if line.hasPrefix("LastError: ") { return ProgressSample(failure: line.dropFirst(11)) }
    guard hasBegun || isSure, let percent = line.utf8.firstIndex(of: UInt8(ascii: "%")), percent <= 3,
      let fraction = Bytes(line.utf8[...percent]).trimmed.percentage
    else { return nil }
    let step = line.dropFirst(percent + 1).trimmed
    if step.isEmpty { return ProgressSample(fraction) }
    // The message about the end of a step is not displayed: the next step follows at once.
    return ProgressSample(fraction, label: step.hasSuffix(" done.") || step.hasSuffix(" failed.") ? nil : step)
  }
}
