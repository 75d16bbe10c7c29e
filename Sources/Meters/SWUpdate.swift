import Notation

/// What swupdate, swupdate-client and swupdate-progress write.
enum SWUpdate {
  static func reading(_ line: Bytes) -> Reading? { step(line) ?? status(line) ?? log(line) }

  /// swupdate-progress: `[ ====---- ] 1 of 2 45% (rootfs.img), dwl 0% of 0 bytes`, with the percentage of one step.
  private static func step(_ line: Bytes) -> Reading? {
    guard let end = line.utf8.lastIndex(of: 0x5D), line.contains(", dwl ") || line.contains("% (") else { return nil }
    let fields = line.dropFirst(end + 1).fields
    guard fields.count >= 5, fields[1] == "of", let step = Decimal.integer(fields[0]),
      let steps = Decimal.integer(fields[2]), let fraction = fields[3].percentage
    else { return nil }
    let name = line.after("% (")?.before(")") ?? ""
    if steps == 0 { return Reading(label: name.isEmpty ? nil : name) }
    return Reading((Double(step - 1) + fraction) / Double(steps), label: name.isEmpty ? nil : name)
  }

  /// swupdate-client: `Status: 2 message: Installation in progress`, with numbers as in swupdate_status.h.
  private static func status(_ line: Bytes) -> Reading? {
    guard line.hasPrefix("Status: "), let code = line.dropFirst(8).before(" message: "), Decimal.integer(code) != nil,
      let text = line.after(" message: ")
    else { return nil }
    switch code {
    case "3": return Reading(1)
    case "4": return Reading(failure: text)
    case "0": return Reading()
    default: return Reading(label: withoutFunction(text))
    }
  }

  /// swupdate itself: `[INFO ] : SWUPDATE running :  Installation in progress`.
  private static func log(_ line: Bytes) -> Reading? {
    if line == "SWUpdate *failed* !" || line == "FAILURE !" { return Reading(failure: "Update failed") }
    if line == "SWUpdate was successful !" || line == "SUCCESS !" { return Reading(1) }
    if line == "Update started !" { return Reading(0) }
    guard line.hasPrefix("["), line.contains("] : SWUPDATE ") else { return nil }
    if line.hasPrefix("[ERROR]") { return Reading(failure: line.after(" ERROR : ") ?? line) }
    if line.contains(" SWUPDATE successful ") { return Reading(1) }
    if line.hasPrefix("[INFO ]") { return Reading(label: line.after(" :  ").map(withoutFunction)) }
    return Reading()
  }

  /// Messages may start with the name of the function that wrote them: `[extract_files] : `.
  private static func withoutFunction(_ text: Bytes) -> Bytes {
    let text = text.trimmed
    return text.hasPrefix("[") ? text.after("] : ") ?? text : text
  }
}
