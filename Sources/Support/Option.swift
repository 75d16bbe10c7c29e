/// A command-line option, from which argument checks, help, completions and manual pages are generated.
///
/// It is defined by a line such as `--fps N 1...240 =60  frames a second`: the name, the placeholder of its value, the
/// range or the choices, the default, `!` if it is required, `…` if it may be repeated, and after two spaces the
/// summary. The text takes a third of the size of the same definition as code.
public struct Option {
  /// The name without hyphens.
  public let name: Bytes
  /// The definition. Only the name is parsed at once; the rest is parsed when it is needed.
  private let line: Bytes

  /// Parses a definition; see ``Option``.
  public init(_ line: Bytes) {
    self.line = line
    name = Bytes(line.utf8.drop { $0 == UInt8(ascii: "-") }.prefix { $0 != UInt8(ascii: " ") })
  }

  /// The words between the name and the summary.
  private var words: ArraySlice<Bytes> { line.cut(at: "  ").0.split(at: UInt8(ascii: " ")).dropFirst() }
  /// The words that describe the value; empty for a flag.
  private var valueWords: [Bytes] { words.filter { $0 != "!" && $0 != "…" && !$0.hasPrefix("=") } }

  /// The kind of its value.
  public var kind: Kind { kind(valueWords) }

  private func kind(_ words: [Bytes]) -> Kind {
    words.isEmpty ? .flag : Kind(words[words.count - 1], placeholder: words[0])
  }

  /// The placeholder of the value in usage texts: `N`; nil for a flag.
  public var value: Bytes? { valueWords.first }
  /// The default as it would be written; nil if there is none, or if the summary describes it.
  public var standard: Bytes? { words.first { $0.hasPrefix("=") }?.dropFirst(1) }
  /// What the option does, in one sentence without a full stop.
  public var summary: Bytes { line.cut(at: "  ").1.trimmed }
  /// Whether the option must be given.
  public var isRequired: Bool { words.contains("!") }
  /// Whether the option may be given several times.
  public var repeats: Bool { words.contains("…") }

  /// The options of a text with one definition on each line.
  public static func all(_ lines: StaticString) -> [Option] {
    Bytes(lines).split(at: UInt8(ascii: "\n")).map { Option($0) }
  }

  /// The name with its hyphens: `--name`, or `-n`.
  public var dashed: Bytes { Option.dashed(name) }

  /// A name with its hyphens: one for a single character and for `-n`, else two. At most 80 bytes of it.
  public static func dashed(_ name: Bytes) -> Bytes {
    (name.count == 1 || name.hasPrefix("-") ? "-" : "--") + name.shortened(to: 80)
  }

  /// The name with the placeholder: `--for SECONDS`.
  public var usage: Bytes { value.map { "\(dashed) \($0)" } ?? dashed }

  /// The placeholder and the choices it stands for; nil unless the value is one of several choices with a placeholder.
  public var namedChoices: (placeholder: Bytes, all: Bytes)? {
    guard let value, case .choice(let names) = kind, !value.utf8.contains(UInt8(ascii: "|")) else { return nil }
    return (value, names.joined(by: ", "))
  }

  /// The summary with the range and the default.
  public var meaning: Bytes {
    let range: Bytes? =
      switch kind {
      case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
      case .seconds(let range): "\(range.lowerBound) to \(range.upperBound)"
      default: namedChoices?.all
      }
    let notes = [range, standard.map { "default \($0)" as Bytes }].compactMap { $0 }
    return notes.isEmpty ? summary : "\(summary) (\(notes.joined(by: "; ")))"
  }

  /// The value, checked: `attached`, or else the next argument; empty for a flag. Throws if it is missing or invalid.
  public func value(_ attached: Bytes?, _ arguments: inout Arguments) throws(UsageError) -> Bytes {
    let words = valueWords, kind = kind(words)
    if case .flag = kind {
      if attached != nil { throw UsageError("\(dashed): takes no value") }
      return ""
    }
    guard let text = attached ?? arguments.nextValue() else { throw UsageError("\(dashed): needs a value") }
    if case .size = kind { _ = try Extent(text, option: name) }
    // The parts of a list are checked one by one: its placeholder ends with ",…".
    let isList = words[0].hasSuffix(",…")
    for part in isList ? text.split(at: UInt8(ascii: ",")) : [text] { try kind.check(part, as: dashed) }
    return text
  }
}

extension [Option] {
  /// The option of that name; nil if there is none.
  public subscript(name: Bytes) -> Option? { first { $0.name == name } }

  /// The names with their hyphens.
  public var dashed: [Bytes] { map { $0.dashed } }

  /// Parses the arguments of a program that takes options and no words. Calls `set` with the name and the checked value
  /// of each, in order. Throws for unknown options, invalid values and words.
  public func parse(
    _ arguments: inout Arguments, of program: Bytes, _ set: (Bytes, Bytes) throws(UsageError) -> Void
  ) throws(UsageError) {
    try parse(&arguments, set) { (word) throws(UsageError) in
      throw UsageError("\(quoted: word): not an option; see \(program) --help")
    }
  }

  /// Parses the arguments of a program. Calls `set` with the name and the checked value of each option, and `take` with
  /// each word, in order. Throws for unknown options and invalid values.
  public func parse(
    _ arguments: inout Arguments, _ set: (Bytes, Bytes) throws(UsageError) -> Void,
    operand take: (Bytes) throws(UsageError) -> Void
  ) throws(UsageError) {
    while let argument = arguments.next() {
      switch argument {
      case .operand(let word): try take(word)
      case .option(let name, let attached):
        guard let option = self[name] else {
          let known = dashed, given = Option.dashed(name)
          throw UsageError(
            "\(given): unknown option; there are \(known.joined(by: ", "))\(given.suggestion(among: known))")
        }
        try set(name, try option.value(attached, &arguments))
      }
    }
  }
}
