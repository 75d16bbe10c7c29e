import Notation

/// What `rauc install` writes: `installing`, then percentages with their steps, and how it ended.
struct RAUC {
  private var hasBegun = false

  /// Without `installing`, percentages are only taken for rauc's where that is sure.
  mutating func read(_ line: Bytes, isSure: Bool) -> Reading? {
    if line == "installing" {
      hasBegun = true
      return nil
    }
    if line.hasPrefix("LastError: ") { return Reading(failure: line.dropFirst(11)) }
    guard hasBegun || isSure, let percent = line.utf8.firstIndex(of: 0x25), percent <= 3,
      let fraction = Bytes(line.utf8[...percent]).trimmed.percentage
    else { return nil }
    let step = line.dropFirst(percent + 1).trimmed
    if step.isEmpty { return Reading(fraction) }
    // What is done gives way at once to what comes next.
    return Reading(fraction, label: step.hasSuffix(" done.") || step.hasSuffix(" failed.") ? nil : step)
  }
}
