/// Why a text is not accepted as JSON.
public enum JSONError: Error, Equatable {
  /// The text has more bytes than the limit.
  case tooLarge(limit: Int)
  /// Arrays and objects are nested more than 16 levels deep.
  case tooDeep
  /// An object has more than 128 members.
  case tooManyMembers
  /// A syntax error; `at` is the offset in bytes.
  case malformed(at: Int)
  /// The text is not valid UTF-8.
  case notUTF8
  /// An object has two members of this name.
  case duplicateName(Bytes)
  /// A number overflows, or an integer is beyond ±2^53.
  case numberOutOfRange
}
