import LoaderBridge
import Support
import Varlink

extension Call {
  /// The method without its interface, and the parameters as they are sent.
  var short: String {
    let method = String(decoding: self.method.utf8.split(separator: 0x2E).last ?? [], as: UTF8.self)
    return "\(method) \(String(decoding: JSON.object(parameters).text.utf8, as: UTF8.self))"
  }
}

extension UpdateScreen {
  /// All calls that are due, sent to a loaderd that has no mode.
  mutating func calls(at seconds: Double = 0) -> [String] {
    var all: [String] = []
    while let call = nextCall(now: Int64(seconds * 1e9)) {
      all.append(call.short)
      if all.last == "GetState {}" { handleState(mode: nil) }
    }
    return all
  }
}

func text(_ bytes: Bytes) -> String { String(decoding: bytes.utf8, as: UTF8.self) }
