/// Something that a program can be told by name: said once, and from it follow checking, help, completions and manuals.
///
/// It is read from a line such as `--fps N 1...240 =60  frames a second`: the name, what stands for its value, the range or
/// choices of that, the default, `!` where it must be given, `…` where it may be given again, and what it means after two spaces.
/// Text takes a third of the room that such a value takes as code, and is as good to read.
public struct Option {
  public let name: Bytes
  public let kind: Kind
  /// What stands for the value where its use is told; nil for a flag.
  public let value: Bytes?
  /// As it would be written; nil where there is none, or the summary tells it.
  public let standard: Bytes?
  public let summary: Bytes
  public let isRequired: Bool
  /// Whether it may be given several times.
  public let repeats: Bool

  public init(_ line: Bytes) {
    let (head, summary) = line.cut(at: "  ")
    let parts = head.split(at: 0x20)
    name = Bytes(parts[0].utf8.drop { $0 == 0x2D })
    var rest = Array(parts.dropFirst())
    isRequired = rest.contains("!")
    repeats = rest.contains("…")
    standard = rest.first { $0.hasPrefix("=") }?.dropFirst(1)
    rest.removeAll { $0 == "!" || $0 == "…" || $0.hasPrefix("=") }
    value = rest.first
    kind = rest.isEmpty ? .flag : Kind(rest[rest.count - 1], placeholder: rest[0])
    self.summary = summary.trimmed
  }

  /// One from each line.
  public static func all(_ lines: StaticString) -> [Option] { Bytes(lines).split(at: 0x0A).map { Option($0) } }

  /// Whether its value is a list with commas, each part of which is checked: its placeholder ends with `,…`.
  var isList: Bool { value?.hasSuffix(",…") ?? false }

  /// `--name`, or `-n`.
  public var dashed: Bytes { Option.dashed(name) }

  public static func dashed(_ name: Bytes) -> Bytes { name.count == 1 ? "-\(name)" : "--\(name)" }

  /// `--for SECONDS`.
  public var usage: Bytes { value.map { "\(dashed) \($0)" } ?? dashed }

  /// What its placeholder stands for, where that is one of several words.
  public var namedChoices: (placeholder: Bytes, all: Bytes)? {
    guard let value, case .choice(let names) = kind, !value.utf8.contains(0x7C) else { return nil }
    return (value, names.joined(by: ", "))
  }

  /// What it is, its range and what it is without being given.
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

  /// Its value, checked: what was attached to the name, or the next argument; empty for a flag.
  public func value(_ attached: Bytes?, _ arguments: inout Arguments) throws(UsageError) -> Bytes {
    if case .flag = kind {
      if attached != nil { throw UsageError("\(dashed): takes no value") }
      return ""
    }
    guard let text = attached ?? arguments.nextValue() else { throw UsageError("\(dashed): needs a value") }
    if case .size = kind { _ = try Extent(text, option: name) }
    for part in isList ? text.split(at: UInt8(ascii: ",")) : [text] { try kind.check(part, as: dashed) }
    return text
  }
}

extension Option {
  /// What a value is.
  public enum Kind {
    /// There is none.
    case flag
    case choice([Bytes])
    case number(ClosedRange<Double>)
    /// A time, as ``Seconds`` reads it.
    case seconds(ClosedRange<Double>)
    /// `WxH`.
    case size
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

    /// `a|b|c` are choices and `1...2` is a range; else the placeholder tells it.
    public init(_ range: Bytes, placeholder: Bytes) {
      let bounds = range.cut(at: "...")
      if range.utf8.contains(0x7C) {
        self = .choice(range.split(at: 0x7C))
      } else if let least = Decimal.double(bounds.0), let most = Decimal.double(bounds.1) {
        self = placeholder.hasPrefix("SECONDS") ? .seconds(least...most) : .number(least...most)
      } else {
        switch placeholder {
        case "WxH": self = .size
        case "FILE", "PATH": self = .file
        case "DIR": self = .folder
        case "LOADER": self = .loader
        case "THEME": self = .theme
        case "OUTPUT": self = .output
        case "CMD": self = .command
        default: self = .other
        }
      }
    }

    /// Throws when a text is none of these; `name` says where it stands.
    public func check(_ text: Bytes, as name: Bytes) throws(UsageError) {
      switch self {
      case .choice(let names) where !names.contains(text):
        let suggestion = text.suggestion(among: names)
        throw UsageError("\(name): '\(text)' is not one of \(names.joined(by: ", "))\(suggestion)")
      case .number(let range):
        guard let number = Decimal.double(text) else { throw UsageError("\(name): '\(text)' is not a number") }
        guard range.contains(number) else {
          throw UsageError("\(name): '\(text)' is not within \(range.lowerBound) to \(range.upperBound)")
        }
      case .seconds(let range):
        do throws(UsageError) {
          _ = try Seconds.parse(text, within: range)
        } catch {
          throw UsageError("\(name): \(error.text)")
        }
      default: break
      }
    }
  }
}

extension [Option] {
  public subscript(name: Bytes) -> Option? { first { $0.name == name } }
}

extension Bytes {
  /// What stands before and after the first place where `mark` is; all of it and nothing where it is not.
  public func cut(at mark: Bytes) -> (Bytes, Bytes) {
    for start in utf8.indices.dropLast(mark.count - 1) where utf8[start...].starts(with: mark.utf8) {
      return (Bytes(utf8[..<start]), Bytes(utf8[(start + mark.count)...]))
    }
    return (self, "")
  }
}
