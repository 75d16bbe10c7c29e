import Support
import Varlink

@testable import Daemon
@testable import DaemonCore

extension Target {
  /// The journal of calls that a replaced daemon leaves for its successor.
  static let callJournal = Target("call-journal") { bytes in
    guard var journal = CallJournal(Bytes(bytes), boot: "now") else { return }
    var screen = FuzzScreen()
    for entry in journal.entries {
      require(entry.time >= 0)
      screen.call(entry.call)
    }
    screen.draw(width: 32, height: 32)
    guard let again = CallJournal(journal.save(), boot: "now") else { return }
    require(again.entries.map { $0.call.text } == journal.entries.map { $0.call.text })
    require(again.entries.map { $0.time } == journal.entries.map { $0.time })
  }
}
