import ScreenAPI
import Support
import Varlink

@testable import Daemon

extension Target {
  /// Calls from the Varlink socket; frames are drawn between them.
  static let call = Target("call") { bytes in
    var screen = FuzzScreen()
    for (index, message) in Framing.messages(bytes).enumerated() {
      guard let call = try? Call(message) else { return }
      guard let again = try? Call(call.text) else {
        require(call.text.count > Framing.limit)
        continue
      }
      require(again.text == call.text || !call.parameters.allSatisfy { $0.value.isExact })
      if let reply = ScreenService.service.reply(to: call) {
        require(reply.error == nil || !reply.sentence.isEmpty)
        continue
      }
      screen.call(call, from: index % 3)
      screen.advance(by: Int64(message.count) * 7_000_000)
      if index % 3 == 0 { screen.draw(width: 64, height: 48) }
    }
    screen.closeClient(1)
    screen.draw(width: 48, height: 64, scale: 2)
    screen.advance(by: 3_600_000_000_000)
    screen.draw(width: 1, height: 1)
  }
}
