public import Support

/// The arguments of the plymouth client, as it parses them (libply/ply-command-parser.c).
///
/// Options before the first command belong to the program. The value of an option is attached with `=` or is the next
/// argument. Parsing ends at the first argument that is neither a known option nor a known command.
public struct PlymouthArguments {
  /// An option with its value; for a flag `1` or empty.
  private typealias Setting = (name: Bytes, value: Bytes)

  private var rest: ArraySlice<Bytes>
  private var options: [Setting] = []
  /// The first command. Further ones are parsed and not executed: the client ends with the first reply.
  private(set) var verb: Bytes = ""
  private var verbOptions: [Setting] = []
  /// Whether nothing was understood.
  let isEmpty: Bool
  /// The argument that was not understood if nothing was; nil if there is none.
  var unknown: Bytes? { isEmpty ? rest.first : nil }

  /// Parses the arguments after the program's name.
  public init(_ words: [Bytes]) {
    let verbs = PlymouthVerb.all
    rest = words[...]
    options = PlymouthArguments.options(of: verbs[0], &rest)
    let name: Bytes = rest.first == "message" ? "display-message" : rest.first ?? ""
    if let verb = verbs.dropFirst().first(where: { $0.name == name }) {
      rest = rest.dropFirst()
      self.verb = name
      verbOptions = PlymouthArguments.options(of: verb, &rest)
    }
    isEmpty = options.isEmpty && verb.isEmpty
  }

  /// Whether a flag of the program was given.
  func has(_ flag: StaticString) -> Bool { options.contains { flag ~= $0.name && !$0.value.isEmpty } }

  /// Whether a flag of the command was given.
  func verbHas(_ flag: StaticString) -> Bool { verbOptions.contains { flag ~= $0.name && !$0.value.isEmpty } }

  /// The value of an option of the program; nil if it was not given.
  func value(_ name: StaticString) -> Bytes? { options.last { name ~= $0.name }?.value }

  /// The value of an option of the command; nil if it was not given.
  func verbValue(_ name: StaticString) -> Bytes? { verbOptions.last { name ~= $0.name }?.value }

  /// Reads options until an argument is not one of the command's.
  private static func options(of verb: PlymouthVerb, _ rest: inout ArraySlice<Bytes>) -> [Setting] {
    var settings: [Setting] = []
    while let argument = rest.first, argument.hasPrefix("--") {
      let name = argument.cut(at: "=").0
      let attached = name.count < argument.count ? argument.dropFirst(name.count + 1) : nil
      guard let option = verb.options.first(where: { $0.name == name.dropFirst(2) }) else { break }
      rest = rest.dropFirst()
      let next = attached ?? rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
      guard let value = value(next, of: option) else { continue }
      settings.append((option.name, value.text))
      if attached == nil, value.isTaken { rest = rest.dropFirst() }
    }
    return settings
  }

  /// The value of an option, and whether `text` is used for it; nil if the option needs a value and has none.
  private static func value(_ text: Bytes?, of option: PlymouthVerb.Option) -> (text: Bytes, isTaken: Bool)? {
    switch option.type {
    case "": return flag(text)
    case "=<integer>": return text.flatMap { integer($0) }.map { ("\($0)", true) }
    default: return text.map { ($0, true) }
    }
  }

  /// A flag is set unless a word that starts with `n` follows; one that starts with `y` is taken too (rpmatch(3)).
  private static func flag(_ text: Bytes?) -> (text: Bytes, isTaken: Bool) {
    switch text?.utf8.first {
    case UInt8(ascii: "n"), UInt8(ascii: "N"): ("", true)
    case UInt8(ascii: "y"), UInt8(ascii: "Y"): ("1", true)
    default: ("1", false)
    }
  }

  /// An integer as strtol(3) reads it with base 0; nil for any other text and beyond 32 bits.
  static func integer(_ text: Bytes) -> Int? {
    var digits = text.utf8[...], base: UInt32 = 10, value: Int64 = 0
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    if digits.first == UInt8(ascii: "0"), digits.count > 1 {
      let isHexadecimal = digits.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
      base = isHexadecimal ? 16 : 8
      digits = digits.dropFirst(isHexadecimal ? 2 : 1)
    }
    if digits.isEmpty { return nil }
    for byte in digits {
      guard let digit = hexadecimalDigit(byte), digit < base else { return nil }
      value = value * Int64(base) + Int64(digit)
      if value > Int64(Int32.max) { return nil }
    }
    return Int(isNegative ? -value : value)
  }
}
