import Foundation
import Support

/// A manual page in mdoc(7).
struct Page {
  let name: String
  let section: Int
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Dated by `SOURCE_DATE_EPOCH` where that is set, else today.
  init(_ name: String, _ section: Int, _ summary: String) {
    (self.name, self.section) = (name, section)
    let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(Double.init)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "MMMM d, yyyy"
    lines = [
      ".Dd \(formatter.string(from: epoch.map { Date(timeIntervalSince1970: $0) } ?? Date()))",
      ".Dt \(Page.escaped(name)) \(section)", ".Os loaderd \(String(version))", ".Sh NAME", ".Nm \(Page.escaped(name))",
      ".Nd \(Page.escaped(summary))",
    ]
  }

  mutating func section(_ title: String) { lines.append(".Sh \(title)") }
  mutating func part(_ title: String) { lines.append(".Ss \(Page.escaped(title))") }
  mutating func paragraph() { lines.append(".Pp") }

  /// Running text, each sentence in a line of its own as mdoc wants it. What is between backquotes is literal.
  mutating func say(_ text: String) {
    var sentence = ""
    for word in text.split(separator: " ") {
      sentence += (sentence.isEmpty ? "" : " ") + word
      if ".!?".contains(word.last ?? " ") {
        lines.append(Page.line(sentence))
        sentence = ""
      }
    }
    if !sentence.isEmpty { lines.append(Page.line(sentence)) }
  }

  /// A list of terms with what they mean. A term is macros, as ``option(_:)`` makes them.
  mutating func list(_ entries: [(term: String, meaning: String)]) {
    if entries.isEmpty { return }
    lines.append(".Bl -tag -width Ds")
    for (term, meaning) in entries {
      lines.append(".It \(term)")
      say(meaning)
    }
    lines.append(".El")
  }

  mutating func list(_ options: [Option]) {
    list(options.map { (Page.term($0), String($0.meaning)) })
  }

  /// Begins an entry of a list that is open; see ``open()``.
  mutating func item(_ term: String) { lines.append(".It \(term)") }
  mutating func open() { lines.append(".Bl -tag -width Ds") }
  mutating func close() { lines.append(".El") }

  mutating func example(_ text: [String]) {
    lines.append(".Bd -literal -offset indent")
    lines += text.map { line in line.isEmpty ? "" : Page.guarded(Page.escaped(line)) }
    lines.append(".Ed")
  }

  mutating func macro(_ line: String) { lines.append(line) }

  mutating func references(_ pages: [(String, Int)]) {
    section("SEE ALSO")
    for (index, page) in pages.enumerated() {
      lines.append(".Xr \(page.0) \(page.1)\(index < pages.count - 1 ? " ," : "")")
    }
  }

  /// `Fl -name Ar VALUE`.
  static func term(_ option: Option) -> String {
    "Fl \(option.dashed.utf8.count == 2 ? "" : "-")\(escaped(String(option.name)))"
      + (option.value.map { " Ar \(argument(String($0)))" } ?? "")
  }

  /// A key of a file.
  static func key(_ option: Option) -> String {
    "Cm \(escaped(String(option.name))) Ns = Ns Ar \(argument(String(option.value ?? "")))"
  }

  /// An argument of a macro, which must not be taken for a macro itself.
  static func argument(_ text: String) -> String { "\"\\&\(escaped(text))\"" }

  /// Text in ASCII, with dashes that can be copied.
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
