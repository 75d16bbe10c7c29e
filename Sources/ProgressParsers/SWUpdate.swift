import Support

/// Parser of the output of swupdate, swupdate-client and swupdate-progress.
enum SWUpdate {
  static func sample(_ line: Bytes) -> ProgressSample? { step(line) ?? status(line) ?? log(line) }

  /// swupdate-progress: `[ ====---- ] 1 of 2 45% (rootfs.img), dwl 0% of 0 bytes`, with the percentage of the step.
  private static func step(_ line: Bytes) -> ProgressSample? {
    guard let end = line.lastOffset(of: UInt8(ascii: "]")), line.contains(", dwl ") || line.contains("% (") else {
      return nil
    }
    let fields = line.dropFirst(end + 1).fields
    guard fields.count >= 5, fields[1] == "of", let step = Decimal.integer(fields[0]),
      let steps = Decimal.integer(fields[2]), let fraction = fields[3].percentage
    else { return nil }
    let name = line.after("% (")?.before(")") ?? ""
    if steps == 0 { return ProgressSample(label: name.isEmpty ? nil : name) }
    return ProgressSample((Double(step - 1) + fraction) / Double(steps), label: name.isEmpty ? nil : name)
  }

  /// swupdate-client: `Status: 2 message: Installation in progress`, with the numbers of swupdate_status.h.
  private static func status(_ line: Bytes) -> ProgressSample? {
    guard line.hasPrefix("Status: "), let code = line.dropFirst(8).before(" message: "), Decimal.integer(code) != nil,
      let text = line.after(" message: ")
    else { return nil }
    switch code {
    case "3": return ProgressSample(1)
    case "4": return ProgressSample(failure: text)
    case "0": return ProgressSample()
    default: return ProgressSample(label: withoutFunction(text))
    }
  }

  /// swupdate itself: `[INFO ] : SWUPDATE running :  Installation in progress`.
  private static func log(_ line: Bytes) -> ProgressSample? {
    switch line {
    case "SWUpdate *failed* !", "FAILURE !": return ProgressSample(failure: "Update failed")
    case "SWUpdate was successful !", "SUCCESS !": return ProgressSample(1)
    case "Update started !": return ProgressSample(0)
    default: break
    }
    guard line.hasPrefix("["), line.contains("] : SWUPDATE ") else { return nil }
    if line.hasPrefix("[ERROR]") { return ProgressSample(failure: line.after(" ERROR : ") ?? line) }
    if line.contains(" SWUPDATE successful ") { return ProgressSample(1) }
    if line.hasPrefix("[INFO ]") { return ProgressSample(label: line.after(" :  ").map(withoutFunction)) }
    return ProgressSample()
  }

  /// The message without the name of the function that wrote it: `[extract_files] : `.
  private static func withoutFunction(_ text: Bytes) -> Bytes {
    let text = text.trimmed
    return text.hasPrefix("[") ? text.after("] : ") ?? text : text
  }
}
