import Display

@testable import Daemon
@testable import Support

extension Target {
  /// The arguments of loaderd, separated by NUL.
  static let arguments = Target("arguments") { bytes in
    var arguments = Arguments(Bytes(bytes).split(at: 0))
    guard let options = try? Options(&arguments) else { return }
    require(arguments.next() == nil)
    require(options.output.width > 0 && options.output.height > 0)
  }
}
