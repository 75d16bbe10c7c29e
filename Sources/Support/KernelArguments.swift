extension Bytes {
  /// The arguments on a kernel command line. Spaces between quotation marks do not separate arguments, and the
  /// quotation marks are removed (Documentation/admin-guide/kernel-parameters in Linux).
  public var kernelArguments: [Bytes] {
    var arguments: [Bytes] = [], argument: [UInt8] = []
    var isQuoted = false
    for byte in utf8 + [UInt8(ascii: "\n")] {
      switch byte {
      case UInt8(ascii: "\""): isQuoted = !isQuoted
      case UInt8(ascii: "\n"),
        UInt8(ascii: " ") where !isQuoted:
        if !argument.isEmpty { arguments.append(Bytes(argument)) }
        argument = []
      default: argument.append(byte)
      }
    }
    return arguments
  }
}
