import Compatibility
import Varlink

extension Call {
  /// The call in a line: `SetProgress {"value":0.5}`.
  var summary: String {
    let all = String(decoding: text.utf8, as: UTF8.self)
    return all.replacing(#"{"method":"io.loaderd.Screen."#, with: "").replacing(#"","parameters":"#, with: " ")
      .dropLast()
      .description
  }
}

extension PlymouthTranslator.Effect {
  /// The effect in a line; `-> 1 06` is a reply of the byte 06 to connection 1.
  var summary: String {
    switch self {
    case .call(let call): call.summary
    case .answeredCall(let call, let number): "\(call.summary) -> \(number)"
    case .reply(let bytes, let number):
      "-> \(number) " + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    case .show: "show"
    case .hide: "hide"
    case .restoreProgress: "restoreProgress"
    case .reload: "reload"
    case .answerTerminal(let number): "terminal? -> \(number)"
    }
  }
}
