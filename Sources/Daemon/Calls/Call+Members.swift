import Loaders
import ScreenAPI
import Support
import Varlink

/// Typed access to the members of a call. Each function throws the reply `InvalidParameter` for a wrong value.
extension Call {
  /// Throws for a member that is not one of `names`.
  func allow(_ names: [StaticString]) throws(Reply) {
    for member in parameters where !names.contains(where: { member.isNamed($0) }) {
      throw .invalidParameter(member.name, "unknown")
    }
  }

  /// A text without control characters; nil if it is missing.
  func text(_ name: StaticString) throws(Reply) -> Bytes? {
    guard let value = self[name] else { return nil }
    return try Call.line(value, name)
  }

  /// A text without control characters, which must be there.
  func line(_ name: StaticString) throws(Reply) -> Bytes { try Call.line(self[name], name) }

  /// A text without control characters from the member `name`, or from an element of it.
  static func line(_ value: JSON?, _ name: StaticString) throws(Reply) -> Bytes {
    guard let text = value?.string else { throw .invalidParameter(Bytes(name), "missing, or not text") }
    do { return try Catalog.clean(text) } catch { throw .invalidParameter(Bytes(name), error.reason) }
  }

  /// Whether the transition is a fade, which is the default.
  var fades: Bool {
    get throws(Reply) {
      guard let transition = self["transition"] else { return true }
      if transition.string == "none" { return false }
      guard transition.string == "fade" else { throw .invalidParameter("transition", "not one of fade, none") }
      return true
    }
  }
}
