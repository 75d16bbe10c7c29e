import Loaders
import ScreenAPI
import Support
import Varlink

/// What a call was given, each throwing the reply that names the member which is not as it must be.
extension Call {
  func allow(_ names: [Bytes]) throws(Reply) {
    for member in parameters where !names.contains(member.name) { throw .invalidParameter(member.name, "unknown") }
  }

  func flag(_ name: Bytes) throws(Reply) -> Bool {
    guard let value = self[name] else { return false }
    guard let flag = value.bool else { throw .invalidParameter(name, "neither true nor false") }
    return flag
  }

  /// A text that can be shown; nil where none was given.
  func text(_ name: Bytes) throws(Reply) -> Bytes? {
    guard let value = self[name] else { return nil }
    return try Call.line(value, name)
  }

  /// One that must be given.
  func line(_ name: Bytes) throws(Reply) -> Bytes { try Call.line(self[name], name) }

  /// A text of the member `name`, or in it.
  static func line(_ value: JSON?, _ name: Bytes) throws(Reply) -> Bytes {
    guard let text = value?.string else { throw .invalidParameter(name, "missing, or not text") }
    do { return try Catalog.clean(text) } catch { throw .invalidParameter(name, error.reason) }
  }

  /// Whether what comes is to fade in, and what goes to fade out.
  var fades: Bool {
    get throws(Reply) {
      guard let transition = self["transition"] else { return true }
      if transition.string == "none" { return false }
      guard transition.string == "fade" else { throw .invalidParameter("transition", "not one of fade, none") }
      return true
    }
  }
}
