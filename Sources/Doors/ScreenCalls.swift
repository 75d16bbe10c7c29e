import Notation
import Protocol

extension Call {
  /// A call of io.loaderd.Screen.
  init(screen method: Bytes, _ members: (Bytes, JSON)...) {
    self.init("io.loaderd.Screen." + method, members.map { JSON.Member($0.0, $0.1) })
  }
}
