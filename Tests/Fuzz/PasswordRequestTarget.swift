import Support

@testable import Daemon

extension Target {
  /// A file of /run/systemd/ask-password.
  static let passwordRequest = Target("password-request") { bytes in
    let request = PasswordRequest(Bytes(bytes))
    if request.isPending(now: .max) { require(request.isPending(now: 0)) }
  }
}
