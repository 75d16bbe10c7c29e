import Doors
import Protocol

extension Call {
  /// "SetProgress {"value":0.5}".
  var said: String {
    let all = String(decoding: text.utf8, as: UTF8.self)
    return all.replacing(#"{"method":"io.loaderd.Screen."#, with: "").replacing(#"","parameters":"#, with: " ")
      .dropLast()
      .description
  }
}

extension PlymouthDoor.Effect {
  /// In a line: what is to be done, and `-> 1 06` for a reply to connection 1.
  var said: String {
    switch self {
    case .call(let call): call.said
    case .answeredCall(let call, let number): "\(call.said) -> \(number)"
    case .reply(let bytes, let number):
      "-> \(number) " + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    case .show: "show"
    case .reload: "reload"
    case .answerTerminal(let number): "terminal? -> \(number)"
    }
  }
}
