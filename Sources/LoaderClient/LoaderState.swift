import Support
import Varlink

/// What `loaderd` shows.
public struct LoaderState: Equatable, Sendable {
  /// The name of the loader; nil if none is shown.
  public let loader: String?
  /// The loader's text; nil if it has none.
  public let text: String?
  /// The status line, below the loader and the progress bar; empty if there is none.
  public let status: String
  /// The message, at the lower edge; empty if there is none.
  public let message: String
  /// The progress from 0 to 1; nil while it is indeterminate or there is none.
  public let progress: Double?
  /// What the screen is for: "boot", "shutdown", "reboot", "update", "firmware" or "reset".
  public let mode: String

  init(_ reply: Reply) {
    func text(_ name: StaticString) -> String? { (reply[name]?.string).map { String($0) } }
    loader = text("loader")
    self.text = text("text")
    status = text("status") ?? ""
    message = text("message") ?? ""
    progress = reply["progress"]?.number
    mode = text("mode") ?? ""
  }
}
