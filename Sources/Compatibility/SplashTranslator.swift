import ScreenAPI
import Support
public import Varlink

/// Translates commands written to the FIFO of psplash or fbsplash into calls of io.loaderd.Screen.
///
/// Unknown commands are ignored. Pure: bytes go in, calls out.
public struct SplashTranslator {
  /// The command language.
  public enum Dialect: Sendable {
    /// `PROGRESS n`, `MSG text`, `QUIT`, `ALIVE`, each terminated by NUL or a line feed.
    case psplash
    /// Lines with a number of 0…100, or `exit`.
    case fbsplash
  }

  /// The maximum length of a command in bytes. Longer commands are truncated.
  static let limit = 2048

  private let dialect: Dialect
  private var pending: [UInt8] = []

  /// A parser for an empty FIFO.
  public init(_ dialect: Dialect) { self.dialect = dialect }

  /// The calls that `bytes` completes.
  public mutating func feed(_ bytes: [UInt8]) -> [Call] {
    var calls: [Call] = []
    for byte in bytes {
      if byte == 0 || byte == UInt8(ascii: "\n") {
        calls += finish()
      } else if pending.count < SplashTranslator.limit {
        pending.append(byte)
      }
    }
    return calls
  }

  /// Ends the current command, terminated or not. To be called at end of file.
  public mutating func finish() -> [Call] {
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    let line = Bytes(pending)
    pending = []
    let call = dialect == .psplash ? psplash(line) : fbsplash(line)
    return call.map { [$0] } ?? []
  }

  private func psplash(_ line: Bytes) -> Call? {
    let word = line.split(at: UInt8(ascii: " "))[0], rest = line.dropFirst(word.count + 1)
    switch word {
    case "PROGRESS":
      // psplash fills the bar from the right for a negative number. The progress is the same.
      return SplashTranslator.integer(rest).map { SplashTranslator.progress(min(100, $0.magnitude)) }
    case "MSG" where !rest.isEmpty: return Call(screen: "SetStatus", JSON.Member("text", .string(rest.validCString)))
    case "ALIVE": return Call(screen: "SetProgress", JSON.Member("alive", .bool(true)))
    case "QUIT": return Call(screen: "Quit")
    default: return nil
    }
  }

  private func fbsplash(_ line: Bytes) -> Call? {
    if line.hasPrefix("exit") { return Call(screen: "Quit") }
    guard let first = line.utf8.first, Decimal.isDigit(first), let number = SplashTranslator.integer(line),
      number <= 100
    else { return nil }
    return SplashTranslator.progress(number.magnitude)
  }

  private static func progress(_ percent: UInt) -> Call {
    Call(screen: "SetProgress", JSON.Member("value", .number(Double(percent) / 100)))
  }

  /// Parses a number as atoi(3) does, clamped to ±1 million; nil without a digit.
  private static func integer(_ text: Bytes) -> Int? {
    var rest = text.trimmed.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let digits = rest.prefix { Decimal.isDigit($0) }
    if digits.isEmpty { return nil }
    let value = digits.reduce(0) { min(1_000_000, $0 * 10 + Int($1 - UInt8(ascii: "0"))) }
    return isNegative ? -value : value
  }
}
