import ScreenAPI
import Support
import Varlink

extension Target {
  /// Replies that a client reads. Another program may own the socket, so they can be any bytes.
  static let reply = Target("reply") { bytes in
    for message in Framing.messages(bytes) {
      do throws(MessageError) {
        let reply = try Reply(message)
        if let error = reply.error, !error.hasSuffix("."), error != "" { _ = reply.sentence }
        guard let again = try? Reply(reply.text) else {
          require(reply.text.count > Framing.limit)
          continue
        }
        require(again.text == reply.text || !reply.parameters.allSatisfy { $0.value.isExact })
      } catch {
        require(Reply(error).error == "io.loaderd.Screen.MalformedCall")
      }
    }
  }
}

extension Framing {
  /// The messages of a stream that is received in pieces. The size of the pieces must not matter.
  static func messages(_ bytes: [UInt8]) -> [Bytes] {
    var framing = Framing(), messages: [Bytes] = []
    for piece in pieces(bytes) {
      guard let more = try? framing.feed(piece) else { return messages }
      messages += more
    }
    let stream = bytes.dropFirst()
    require(framing.isInside == (stream.last ?? 0 != 0))
    for message in messages { require(message.count <= Framing.limit && !message.utf8.contains(0)) }
    return messages
  }
}
