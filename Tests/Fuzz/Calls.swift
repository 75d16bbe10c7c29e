import Notation
import Protocol

@testable import Daemon

extension Target {
  /// Whole calls, as they come through the socket; now and then a frame is drawn.
  static let call = Target("call") { bytes in
    var stage = Stage()
    for (index, message) in Framing.messages(bytes).enumerated() {
      guard let call = try? Call(message) else { return }
      guard let again = try? Call(call.text) else {
        require(call.text.count > Framing.limit)
        continue
      }
      require(again.text == call.text || !call.parameters.allSatisfy { $0.value.isExact })
      if let reply = Interface.service.reply(to: call) {
        require(reply.error == nil || !reply.sentence.isEmpty)
        continue
      }
      stage.take(call, from: index % 3)
      stage.wait(Int64(message.count) * 7_000_000)
      if index % 3 == 0 { stage.draw(width: 64, height: 48) }
    }
    stage.end(1)
    stage.draw(width: 48, height: 64, scale: 2)
    stage.wait(3_600_000_000_000)
    stage.draw(width: 1, height: 1)
  }
}
