import Notation

/// rsync's line of `--info=progress2`, or of `--progress`, which starts again with each file.
enum Rsync {
  static func reading(_ line: Bytes) -> Reading? {
    if line.hasPrefix("rsync error: ") { return Reading(failure: line.dropFirst(13)) }
    let fields = line.fields
    guard fields.count >= 4, let fraction = fields[1].percentage, fields[2].hasSuffix("/s"),
      fields[3].utf8.contains(0x3A)
    else { return nil }
    return Reading(fraction)
  }
}
