import ScreenAPI
import Support
import System
import Varlink

/// Why a call of ``LoaderClient`` had no effect.
public enum LoaderError: Error, Equatable {
  /// Nothing listens at the socket, or the user may not connect; `reason` is that of connect(2).
  case noDaemon(reason: String)
  /// The connection ended, or there was no reply in time; `reason` is that of the system call.
  case disconnected(reason: String)
  /// No loader has the name; `known` are the names of all loaders.
  case unknownLoader(String, known: [String])
  /// The parameter of the name is unknown, or its value cannot be used.
  case invalidParameter(String, reason: String)
  /// There is no display, or another program has it.
  case noDisplay(reason: String)
  /// Section `[Access]` of loaderd.conf does not admit the user to this method.
  case notPermitted
  /// There are too many connections or calls at once: try again.
  case tooManyClients
  /// Another error of io.loaderd.Screen, as one line.
  case refused(String)

  /// The error of a reply; nil for a result.
  init?(_ reply: Reply) {
    func text(_ name: StaticString) -> String { String(reply[name]?.string ?? "") }
    guard let error = reply.error else { return nil }
    switch error.split(at: UInt8(ascii: ".")).last ?? "" {
    case "UnknownLoader":
      let known = reply["known"]?.array ?? []
      self = .unknownLoader(text("name"), known: known.map { String($0.string ?? "") })
    // org.varlink.service has an error of this name without a reason.
    case "InvalidParameter" where reply["name"] != nil:
      self = .invalidParameter(text("name"), reason: text("reason"))
    case "NoDisplay": self = .noDisplay(reason: text("reason"))
    case "NotPermitted": self = .notPermitted
    case "TooManyClients": self = .tooManyClients
    default: self = .refused(String(reply.sentence))
    }
  }
}

extension Bytes {
  /// The text in UTF-8.
  init(_ text: String) { self.init(Array(text.utf8)) }
}

extension String {
  /// The text; invalid UTF-8 is replaced.
  init(_ text: Bytes) { self.init(decoding: text.utf8, as: UTF8.self) }
}
