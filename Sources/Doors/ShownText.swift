import Notation

extension Bytes {
  /// What a C program means by these bytes, fit to be shown: up to the first NUL, what is not UTF-8 as U+FFFD.
  var shown: Bytes {
    var text = Bytes()
    for scalar in Bytes(utf8.prefix { $0 != 0 }).scalars { text.append(scalar: scalar) }
    return text
  }
}
