import Compatibility
import Support
import Varlink

extension Target {
  /// Requests of clients of plymouthd.
  static let plymouth = Target("plymouth") { bytes in
    var stream = PlymouthStream(), translator = PlymouthTranslator(), screen = FuzzScreen()
    for (number, piece) in pieces(bytes).enumerated() {
      for request in stream.feed(piece) {
        require((request.argument?.count ?? 0) < 255)
        for effect in translator.handle(request, from: number % 3) {
          switch effect {
          case .call(let call), .answeredCall(let call, to: _): screen.call(call)
          case .reply(let reply, to: _): require(!reply.isEmpty && reply.count < 65536)
          default: break
          }
        }
      }
    }
    for number in 0..<3 { translator.connectionClosed(number) }
    screen.draw(width: 64, height: 48)
  }

  /// Commands written to the FIFOs of psplash and fbsplash.
  static let splash = Target("splash") { bytes in
    for dialect in [SplashTranslator.Dialect.psplash, .fbsplash] {
      var commands = SplashTranslator(dialect), screen = FuzzScreen()
      for piece in pieces(bytes) { for call in commands.feed(piece) { screen.call(call) } }
      for call in commands.finish() { screen.call(call) }
      screen.draw(width: 64, height: 48)
    }
  }

  /// Messages of SWUpdate's progress socket.
  static let swupdate = Target("swupdate") { bytes in
    var stream = SWUpdateStream(), translator = SWUpdateTranslator(), screen = FuzzScreen()
    for piece in pieces(bytes) {
      for frame in stream.feed(piece) {
        if let value = frame.value { require((0...1).contains(value)) }
        for call in translator.handle(frame) { require(screen.call(call).error == nil) }
      }
    }
    screen.draw(width: 64, height: 48)
  }
}
