/// A JSON value (RFC 8259).
public enum JSON: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number. Integers are exact within ±2^53.
  case number(Double)
  /// A string, unescaped.
  case string(Bytes)
  /// An array.
  case array([JSON])
  /// An object with its members in their order.
  case object([Member])

  /// A member of an object.
  public struct Member: Equatable, Sendable {
    /// Most names are constants, which need no memory of their own.
    enum Label: Sendable {
      /// A name that JSON writes without escape sequences.
      case constant(StaticString)
      /// Any other name.
      case text(Bytes)
    }

    /// The name as it was given.
    let label: Label
    /// Its value.
    public let value: JSON

    /// A member with its name and value.
    @_disfavoredOverload
    public init(_ name: Bytes, _ value: JSON) { (label, self.value) = (.text(name), value) }
    /// A member with a constant name: letters, digits and underscores.
    public init(_ name: StaticString, _ value: JSON) { (label, self.value) = (.constant(name), value) }

    /// The name of the member.
    public var name: Bytes {
      switch label {
      case .constant(let name): Bytes(name)
      case .text(let name): name
      }
    }

    /// Whether this is its name.
    public func isNamed(_ name: StaticString) -> Bool {
      switch label {
      case .constant(let own): own == name
      case .text(let own): name ~= own
      }
    }

    /// Whether names and values are the same.
    public static func == (left: Member, right: Member) -> Bool {
      left.name == right.name && left.value == right.value
    }
  }

  /// A number that is an integer.
  public static func integer(_ value: Int) -> JSON { .number(Double(value)) }

  /// The value of the first member of that name; nil if there is none, or if this is not an object.
  public subscript(name: StaticString) -> JSON? {
    if case .object(let members) = self { members.first { $0.isNamed(name) }?.value } else { nil }
  }

  /// The text of a string; nil for other values.
  public var string: Bytes? { if case .string(let text) = self { text } else { nil } }
  /// The value of a number; nil for other values.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// The value of a boolean; nil for other values.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements of an array; nil for other values.
  public var array: [JSON]? { if case .array(let values) = self { values } else { nil } }
  /// The members of an object; nil for other values.
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
  /// A string.
  public init(stringLiteral text: StaticString) { self = .string(Bytes(text)) }
  /// An object.
  public init(dictionaryLiteral members: (StaticString, JSON)...) { self = .object(members.map { Member($0.0, $0.1) }) }
}
