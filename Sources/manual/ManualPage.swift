import Foundation
import Support

/// A manual page in mdoc(7) format.
struct ManualPage {
  let name: String
  let section: Int
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// The date is `SOURCE_DATE_EPOCH` when that is set, else today.
  init(_ name: String, _ section: Int, _ summary: String) {
    (self.name, self.section) = (name, section)
    let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(Double.init)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "MMMM d, yyyy"
    lines = [
      ".Dd \(formatter.string(from: epoch.map { Date(timeIntervalSince1970: $0) } ?? Date()))",
      ".Dt \(ManualPage.escaped(name)) \(section)", ".Os loaderd \(String(version))", ".Sh NAME",
      ".Nm \(ManualPage.escaped(name))",
      ".Nd \(ManualPage.escaped(summary))",
    ]
  }

  /// Starts a section (`.Sh`).
  mutating func section(_ title: String) { lines.append(".Sh \(title)") }
  /// Starts a subsection (`.Ss`).
  mutating func subsection(_ title: String) { lines.append(".Ss \(ManualPage.escaped(title))") }
  /// Starts a paragraph (`.Pp`).
  mutating func paragraph() { lines.append(".Pp") }

  /// Adds text, one sentence per line as mdoc(7) recommends. Text between backquotes is bold.
  mutating func write(_ text: String) {
    var sentence = ""
    for word in text.split(separator: " ") {
      sentence += (sentence.isEmpty ? "" : " ") + word
      if ".!?".contains(word.last ?? " ") {
        lines.append(ManualPage.line(sentence))
        sentence = ""
      }
    }
    if !sentence.isEmpty { lines.append(ManualPage.line(sentence)) }
  }

  /// Adds a list of terms with their meanings. A term is a macro line, such as ``term(_:)`` returns.
  mutating func list(_ entries: [(term: String, meaning: String)]) {
    if entries.isEmpty { return }
    lines.append(".Bl -tag -width Ds")
    for (term, meaning) in entries {
      lines.append(".It \(term)")
      write(meaning)
    }
    lines.append(".El")
  }

  /// Adds a list of options.
  mutating func list(_ options: [Option]) {
    list(options.map { (ManualPage.term($0), String($0.meaning)) })
  }

  /// Starts an entry of a list, between ``beginList()`` and ``endList()``.
  mutating func item(_ term: String) { lines.append(".It \(term)") }
  mutating func beginList() { lines.append(".Bl -tag -width Ds") }
  mutating func endList() { lines.append(".El") }

  /// Adds lines of literal text.
  mutating func example(_ text: [String]) {
    lines.append(".Bd -literal -offset indent")
    lines += text.map { line in line.isEmpty ? "" : ManualPage.guarded(ManualPage.escaped(line)) }
    lines.append(".Ed")
  }

  /// Adds a macro line, which must be escaped already.
  mutating func macro(_ line: String) { lines.append(line) }

  /// Adds the section SEE ALSO.
  mutating func references(_ pages: [(String, Int)]) {
    section("SEE ALSO")
    for (index, page) in pages.enumerated() {
      lines.append(".Xr \(page.0) \(page.1)\(index < pages.count - 1 ? " ," : "")")
    }
  }

  /// An option as a macro line, such as `Fl -name Ar VALUE`.
  static func term(_ option: Option) -> String {
    "Fl \(option.dashed.utf8.count == 2 ? "" : "-")\(escaped(String(option.name)))"
      + (option.value.map { " Ar \(argument(String($0)))" } ?? "")
  }

  /// A key of a configuration file as a macro line.
  static func key(_ option: Option) -> String {
    "Cm \(escaped(String(option.name))) Ns = Ns Ar \(argument(String(option.value ?? "")))"
  }

  /// An argument of a macro, protected from being read as a macro.
  static func argument(_ text: String) -> String { "\"\\&\(escaped(text))\"" }

  /// Text as ASCII with escape sequences of roff(7). A dash is a hyphen-minus, so that it can be copied.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\"": escaped += "\\(dq"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case " "..."~": escaped.unicodeScalars.append(scalar)
      default: escaped += "\\[u" + String(format: "%04X", scalar.value) + "]"
      }
    }
    return escaped
  }

  private static func guarded(_ line: String) -> String { line.hasPrefix(".") ? "\\&" + line : line }

  private static func line(_ sentence: String) -> String {
    let parts = sentence.split(separator: "`", omittingEmptySubsequences: false).map { escaped(String($0)) }
    let text = parts.enumerated().map { index, part in index % 2 == 1 ? "\\fB\(part)\\fP" : part }.joined()
    return guarded(text)
  }
}
