/// The arguments of a program, parsed from left to right.
public struct Arguments {
  private var rest: ArraySlice<Bytes>
  /// Whether `--` was parsed: all further arguments are words.
  private var isLiteral = false

  /// The arguments without the program's name.
  public init(_ all: [Bytes]) { rest = all[...] }

  /// Whether the argument `option`, such as `--help`, is among the remaining ones before `--`.
  public func contains(_ option: Bytes) -> Bool { rest.prefix { $0 != "--" }.contains(option) }

  /// The text that `--help`, `-h` or `--version` asks for; nil without them.
  public func information(on program: Bytes, usage: @autoclosure () -> Bytes) -> Bytes? {
    if contains("--help") || contains("-h") { return usage() }
    return contains("--version") ? "\(program) \(version)\n" : nil
  }

  /// A parsed argument.
  public enum Argument: Equatable {
    /// `--name` or `-n`, also with `=value`. The name has no hyphens; that of `--n`, which is not `-n`, is `-n`. The
    /// value is nil unless it is attached.
    case option(Bytes, value: Bytes?)
    /// Any other argument; also `-`, and what starts as a negative number does.
    case operand(Bytes)
  }

  /// Parses the next argument; nil at the end.
  public mutating func next() -> Argument? {
    guard let argument = rest.popFirst() else { return nil }
    if isLiteral || argument == "-" || !argument.hasPrefix("-") || argument.isNegativeNumber {
      return .operand(argument)
    }
    if argument == "--" {
      isLiteral = true
      return next()
    }
    let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")), end = equals ?? argument.count
    let start = argument.hasPrefix("--") && end != 3 ? 2 : 1
    return .option(Bytes(argument.utf8[start..<end]), value: equals.map { Bytes(argument.utf8[($0 + 1)...]) })
  }

  /// The next argument, whatever it is; nil at the end.
  public mutating func nextValue() -> Bytes? { rest.popFirst() }

  /// The value of an option: `attached`, or else the next argument. Throws if there is none.
  public mutating func value(of option: Bytes, _ attached: Bytes?) throws(UsageError) -> Bytes {
    if let attached { return attached }
    guard let value = nextValue() else { throw UsageError("\(Option.dashed(option)): needs a value") }
    return value
  }
}

extension Bytes {
  /// Whether this is a hyphen with a digit after it, such as `-5%`.
  fileprivate var isNegativeNumber: Bool {
    hasPrefix("-") && dropFirst(1).utf8.first.map { Decimal.isDigit($0) } == true
  }
}
