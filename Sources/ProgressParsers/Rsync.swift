import Support

/// Parser of rsync's line with `--info=progress2`, or with `--progress`, which starts again with each file.
enum Rsync {
  static func sample(_ line: Bytes) -> ProgressSample? {
    if line.hasPrefix("rsync error: ") { return ProgressSample(failure: line.dropFirst(13)) }
    guard line.contains("/s") else { return nil }
    let fields = line.fields
    guard fields.count >= 4, let fraction = fields[1].percentage, fields[2].hasSuffix("/s"),
      fields[3].utf8.contains(UInt8(ascii: ":"))
    else { return nil }
    return ProgressSample(fraction)
  }
}
