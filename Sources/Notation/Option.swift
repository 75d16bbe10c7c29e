/// Something that a program can be told by name: said once, and from it follow checking, help, completions and manuals.
public struct Option {
  /// What its value is.
  public enum Kind {
    /// It has none.
    case flag
    case choice([Bytes])
    case number(ClosedRange<Double>)
    case seconds(ClosedRange<Double>)
    /// `WxH`.
    case size
    case color
    case text
    case file
    case folder
    /// A loader's name.
    case loader
    /// A theme's name, or its folder.
    case theme
    /// The name of a display's connector.
    case output
    /// A program with its arguments: all that is left.
    case command
    /// Whatever its placeholder says.
    case other
  }

  public let name: StaticString
  public let kind: Kind
  /// What stands for the value where its use is told.
  private let placeholder: StaticString?
  /// As it would be written; nil where there is none, or the summary tells it.
  public let standard: StaticString?
  public let summary: StaticString
  public let isRequired: Bool
  /// Whether it may be given several times.
  public let repeats: Bool

  public init(
    _ name: StaticString, _ kind: Kind, _ summary: StaticString, placeholder: StaticString? = nil,
    standard: StaticString? = nil, isRequired: Bool = false, repeats: Bool = false
  ) {
    (self.name, self.kind, self.summary, self.placeholder) = (name, kind, summary, placeholder)
    (self.standard, self.isRequired, self.repeats) = (standard, isRequired, repeats)
  }

  /// `--name`, or `-n`.
  public var dashed: Bytes { Option.dashed(Bytes(name)) }

  public static func dashed(_ name: Bytes) -> Bytes { name.count == 1 ? "-\(name)" : "--\(name)" }

  /// What stands for its value: `FILE`, or its choices where they are few; nil for a flag.
  public var value: Bytes? {
    if let placeholder { return Bytes(placeholder) }
    return switch kind {
    case .flag: nil
    case .choice(let names): names.joined(by: "|")
    case .number: "N"
    case .seconds: "SECONDS"
    case .size: "WxH"
    case .color: "COLOUR"
    case .text: "TEXT"
    case .file: "FILE"
    case .folder: "DIR"
    case .loader: "LOADER"
    case .theme: "THEME"
    case .output, .other: "NAME"
    case .command: "CMD …"
    }
  }

  /// What its placeholder stands for, where that is one of several words.
  public var namedChoices: (placeholder: Bytes, all: Bytes)? {
    guard let placeholder, case .choice(let names) = kind else { return nil }
    return (Bytes(placeholder), names.joined(by: ", "))
  }

  /// `--for SECONDS`.
  public var usage: Bytes { value.map { "\(dashed) \($0)" } ?? dashed }

  /// What it is, its range and what it is without being given.
  public var meaning: Bytes {
    let range: Bytes? =
      switch kind {
      case .number(let range), .seconds(let range): "\(range.lowerBound) to \(range.upperBound)"
      default: namedChoices?.all
      }
    let notes = [range, standard.map { "default \($0)" as Bytes }].compactMap { $0 }
    return notes.isEmpty ? Bytes(summary) : "\(summary) (\(notes.joined(by: "; ")))"
  }

  /// Its value, checked: what was attached to the name, or the next argument; empty for a flag.
  public func value(_ attached: Bytes?, _ arguments: inout Arguments) throws(UsageError) -> Bytes {
    if case .flag = kind {
      if attached != nil { throw UsageError("\(dashed): takes no value") }
      return ""
    }
    guard let text = attached ?? arguments.nextValue() else { throw UsageError("\(dashed): needs a value") }
    try check(text)
    return text
  }

  private func check(_ text: Bytes) throws(UsageError) {
    if case .size = kind { _ = try Extent(text, option: Bytes(name)) }
    try kind.check(text, as: dashed)
  }
}

extension Option.Kind {
  /// Throws when a text is none of these; `name` says where it stands.
  public func check(_ text: Bytes, as name: Bytes) throws(UsageError) {
    switch self {
    case .choice(let names) where !names.contains(text):
      throw UsageError("\(name): '\(text)' is not one of \(names.joined(by: ", "))")
    case .number(let range), .seconds(let range):
      guard let number = Decimal.double(text), range.contains(number) else {
        throw UsageError("\(name): '\(text)' is not within \(range.lowerBound) to \(range.upperBound)")
      }
    default: break
    }
  }
}

extension [Option] {
  public subscript(name: Bytes) -> Option? { first { Bytes($0.name) == name } }
}
