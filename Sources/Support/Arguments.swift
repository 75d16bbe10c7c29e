/// A program's arguments, taken from the left.
public struct Arguments {
  private var rest: ArraySlice<Bytes>
  /// After `--` nothing is an option any more.
  private var isLiteral = false

  public init(_ all: [Bytes]) { rest = all[...] }

  /// Whether an option without a value stands anywhere before `--`.
  public func contains(_ option: Bytes) -> Bool { rest.prefix { $0 != "--" }.contains(option) }

  /// What comes next: `--name` or `-n` is an option, `--name=value` brings its value along.
  public enum Argument: Equatable {
    case option(Bytes, value: Bytes?)
    case word(Bytes)
  }

  public mutating func next() -> Argument? {
    guard let argument = rest.popFirst() else { return nil }
    if isLiteral || argument == "-" || !argument.hasPrefix("-") { return .word(argument) }
    if argument == "--" {
      isLiteral = true
      return next()
    }
    guard argument.hasPrefix("--") else { return .option(argument.dropFirst(1), value: nil) }
    let name = argument.dropFirst(2)
    guard let equals = name.utf8.firstIndex(of: 0x3D) else { return .option(name, value: nil) }
    return .option(Bytes(name.utf8[..<equals]), value: Bytes(name.utf8[(equals + 1)...]))
  }

  /// The next argument as it is.
  mutating func nextValue() -> Bytes? { rest.popFirst() }

  /// An option's value, from behind its name or the next argument.
  public mutating func value(of option: Bytes, _ attached: Bytes?) throws(UsageError) -> Bytes {
    if let attached { return attached }
    guard let value = nextValue() else { throw UsageError("--\(option): needs a value") }
    return value
  }
}

/// Arguments that cannot be used, in one line.
public struct UsageError: Error {
  public let text: Bytes
  public init(_ text: Bytes) { self.text = text }
}

/// A width and a height as written: `320x120`.
public struct Extent {
  public let width, height: Double

  /// Throws unless it is two positive numbers, each side at most 16384 and the whole at most 64 million.
  public init(_ text: Bytes, option: Bytes) throws(UsageError) {
    let parts = text.split(at: 0x78)
    guard parts.count == 2, let width = Decimal.double(parts[0]), let height = Decimal.double(parts[1]) else {
      throw UsageError("--\(option): '\(text)' is not a size such as 320x120")
    }
    guard width > 0, height > 0, width <= 16384, height <= 16384, width * height <= 67_108_864 else {
      throw UsageError("--\(option): \(text) is not within 1x1 and 16384x16384, 64 million pixels in all")
    }
    (self.width, self.height) = (width, height)
  }
}
