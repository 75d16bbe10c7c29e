import Notation
public import Protocol

/// What is written into a splash screen's FIFO, as calls of io.loaderd.Screen. What it does not know it leaves out.
public struct SplashCommands {
  public enum Dialect: Sendable {
    /// `PROGRESS n`, `MSG text`, `QUIT`, `ALIVE`, each ended by a NUL or a line end.
    case psplash
    /// Lines with a number from 0 to 100, or `exit`.
    case fbsplash
  }

  /// The longest command, in bytes; the rest of a longer one is left out.
  static let limit = 2048

  private let dialect: Dialect
  private var pending: [UInt8] = []

  public init(_ dialect: Dialect) { self.dialect = dialect }

  /// The calls that `bytes` completes.
  public mutating func take(_ bytes: [UInt8]) -> [Call] {
    var calls: [Call] = []
    for byte in bytes {
      if byte == 0 || byte == 0x0A {
        calls += end()
      } else if pending.count < SplashCommands.limit {
        pending.append(byte)
      }
    }
    return calls
  }

  /// The writers have gone: what they left without an end counts as it stands.
  public mutating func end() -> [Call] {
    if pending.last == 0x0D { pending.removeLast() }
    let line = Bytes(pending)
    pending = []
    let call = dialect == .psplash ? psplash(line) : fbsplash(line)
    return call.map { [$0] } ?? []
  }

  private func psplash(_ line: Bytes) -> Call? {
    let word = line.split(at: 0x20)[0], rest = line.dropFirst(word.count + 1)
    switch word {
    case "PROGRESS":
      // Less than nothing fills from the other side; it is as far.
      return SplashCommands.integer(rest).map { SplashCommands.progress(min(100, $0.magnitude)) }
    case "MSG" where !rest.isEmpty: return Call(screen: "SetStatus", JSON.Member("text", .string(rest.shown)))
    case "ALIVE": return Call(screen: "SetProgress", JSON.Member("alive", .bool(true)))
    case "QUIT": return Call(screen: "Quit")
    default: return nil
    }
  }

  private func fbsplash(_ line: Bytes) -> Call? {
    if line.hasPrefix("exit") { return Call(screen: "Quit") }
    guard let first = line.utf8.first, (0x30...0x39).contains(first), let number = SplashCommands.integer(line),
      number <= 100
    else { return nil }
    return SplashCommands.progress(number.magnitude)
  }

  private static func progress(_ percent: UInt) -> Call {
    Call(screen: "SetProgress", JSON.Member("value", .number(Double(percent) / 100)))
  }

  /// As C's `atoi` reads it, kept within ±1 million; nil where that finds no digit.
  private static func integer(_ text: Bytes) -> Int? {
    var rest = text.trimmed.utf8[...]
    let isNegative = rest.first == 0x2D
    if isNegative || rest.first == 0x2B { rest = rest.dropFirst() }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    if digits.isEmpty { return nil }
    let value = digits.reduce(0) { min(1_000_000, $0 * 10 + Int($1 - 0x30)) }
    return isNegative ? -value : value
  }
}
