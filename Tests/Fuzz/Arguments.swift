import Outputs

@testable import Daemon
@testable import Notation

extension Target {
  /// loaderd's own arguments, ended by NULs.
  static let arguments = Target("arguments") { bytes in
    var arguments = Arguments(Bytes(bytes).split(at: 0))
    guard let options = try? Options(&arguments) else { return }
    require(arguments.next() == nil)
    require(options.output.width > 0 && options.output.height > 0)
  }
}
