extension Option {
  /// The kind of an option's value.
  public enum Kind {
    /// No value.
    case flag
    /// One of these words.
    case choice([Bytes])
    /// A number in a range.
    case number(ClosedRange<Double>)
    /// A duration in a range of seconds, as ``Seconds`` parses it.
    case seconds(ClosedRange<Double>)
    /// A width and a height, as ``Extent`` parses them.
    case size
    /// The path of a file.
    case file
    /// The path of a folder.
    case folder
    /// The name of a loader.
    case loader
    /// The name of a theme, or the path of its folder.
    case theme
    /// The name of an output's connector: `HDMI-A-1`.
    case output
    /// A program with its arguments: all further arguments.
    case command
    /// Any text; the placeholder describes it.
    case other

    /// The kind for a range or choices: `1...2`, `a|b|c`, or a single word in small letters. For any other text, the
    /// placeholder determines the kind.
    public init(_ range: Bytes, placeholder: Bytes) {
      let (lower, upper) = range.cut(at: "...")
      let isWord = range.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
      if isWord || range.utf8.contains(UInt8(ascii: "|")) {
        self = .choice(range.split(at: UInt8(ascii: "|")))
      } else if let least = Decimal.double(lower), let most = Decimal.double(upper) {
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

    /// Throws if a text is not a valid value; `name` is the option or argument in the error.
    public func check(_ text: Bytes, as name: Bytes) throws(UsageError) {
      switch self {
      case .choice(let names) where !names.contains(text):
        let suggestion = text.suggestion(among: names)
        throw UsageError("\(name): \(quoted: text) is not one of \(names.joined(by: ", "))\(suggestion)")
      case .number(let range):
        guard let number = Decimal.double(text) else { throw UsageError("\(name): \(quoted: text) is not a number") }
        guard range.contains(number) else {
          throw UsageError("\(name): \(quoted: text) is not within \(range.lowerBound) to \(range.upperBound)")
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
