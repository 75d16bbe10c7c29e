public import Support

/// A request of plymouthd's protocol: a command byte and an optional argument.
///
/// Source: plymouth, src/ply-boot-protocol.h.
public struct PlymouthRequest: Equatable, Sendable {
  /// The command bytes. A raw value must be a literal, so the character stands beside it.
  public enum Command: UInt8, Sendable {
    case ping = 0x50  // P
    case update = 0x55  // U
    case changeMode = 0x43  // C
    case systemUpdate = 0x75  // u
    case systemInitialized = 0x53  // S
    case deactivate = 0x44  // D
    case reactivate = 0x72  // r
    case quit = 0x51  // Q
    case reload = 0x6C  // l
    case password = 0x2A  // *
    case cachedPassword = 0x63  // c
    case question = 0x57  // W
    case showMessage = 0x4D  // M
    case hideMessage = 0x6D  // m
    case keystroke = 0x4B  // K
    case keystrokeRemove = 0x4C  // L
    case progressPause = 0x41  // A
    case progressUnpause = 0x61  // a
    case showSplash = 0x24  // $
    case hideSplash = 0x48  // H
    case newRoot = 0x52  // R
    case hasActiveTerminal = 0x56  // V
    case error = 0x21  // !
  }

  /// Nil for an unknown command byte.
  public let command: Command?
  /// The argument as sent, without its terminating NUL; nil if none was sent.
  public let argument: Bytes?

  /// A request with a command and an argument.
  public init(_ command: Command?, _ argument: Bytes? = nil) {
    self.command = command
    self.argument = argument
  }

  /// The request as it is sent. The argument, cut to 254 bytes at the start of a character, ends with NUL, which counts
  /// for its length.
  public var bytes: [UInt8] {
    guard let command else { return [] }
    guard let argument else { return [command.rawValue, 0] }
    var text = argument.utf8[...]
    if text.count > PlymouthRequest.argumentLimit {
      text = text.prefix(PlymouthRequest.argumentLimit + 1)
      while text.last.map({ $0 & 0xC0 == 0x80 }) ?? false { text.removeLast() }
      text = text.dropLast()
    }
    return [command.rawValue, 2, UInt8(text.count + 1)] + text + [0]
  }

  /// Bytes of an argument without its NUL: its length is one byte.
  private static var argumentLimit: Int { 254 }

  /// The argument as valid UTF-8; empty if none was sent.
  var text: Bytes { argument?.validCString ?? "" }
}
