import Doors
import Notation
import Protocol

extension Target {
  /// What plymouthd's clients send.
  static let plymouth = Target("plymouth") { bytes in
    var stream = PlymouthStream(), door = PlymouthDoor(), stage = Stage()
    for (number, piece) in pieces(bytes).enumerated() {
      for request in stream.take(piece) {
        require((request.argument?.count ?? 0) < 255)
        for effect in door.take(request, from: number % 3, isRoot: number % 2 == 0) {
          switch effect {
          case .call(let call), .answeredCall(let call, to: _): stage.take(call)
          case .reply(let reply, to: _): require(!reply.isEmpty && reply.count < 65536)
          default: break
          }
        }
      }
    }
    for number in 0..<3 { door.hangUp(number) }
    stage.draw(width: 64, height: 48)
  }

  /// What is written into psplash's FIFO, and into that of fbsplash.
  static let splash = Target("splash") { bytes in
    for dialect in [SplashCommands.Dialect.psplash, .fbsplash] {
      var commands = SplashCommands(dialect), stage = Stage()
      for piece in pieces(bytes) { for call in commands.take(piece) { stage.take(call) } }
      for call in commands.end() { stage.take(call) }
      stage.draw(width: 64, height: 48)
    }
  }

  /// What SWUpdate tells whoever listens.
  static let swupdate = Target("swupdate") { bytes in
    var stream = SWUpdateStream(), door = SWUpdateDoor(), stage = Stage()
    for piece in pieces(bytes) {
      for frame in stream.take(piece) {
        if let value = frame.value { require((0...1).contains(value)) }
        for call in door.take(frame) { require(stage.take(call).error == nil) }
      }
    }
    stage.draw(width: 64, height: 48)
  }
}
