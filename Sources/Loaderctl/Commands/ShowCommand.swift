import Loaders
import Support
import System

extension Verb {
  static var show: Verb {
    Verb(
      """
      show LOADER [TEXT] [--PARAM VALUE …]
      put a loader on the screen
      --text TEXT  the same as TEXT after the loader
      --transition fade|none =fade  how the picture changes
      The loader replaces the one before. Colours are #RGB, #RRGGBB, #RRGGBBAA or a name such as blue; lists are \
      comma-separated; times are seconds, or have a unit, as 500ms, 10s or 2min.
      $ show shimmer "Thinking…"
      $ show shimmer "Listening" --style flow --duration 1.5
      """
    ) { (invocation, arguments) throws(CommandError) in
      var given = arguments
      let transition = given.removeValue("transition"), text = try given.removeText()
      let entry = try given.entry()
      let members = try given.showMembers(entry, text, transition.map { JSON.Member("transition", .string($0)) })
      if text != nil, !entry.drawsText {
        StandardStreams.error("loaderctl: text: \(entry.name) draws none; loaderctl status sets the line under it")
      }
      try invocation.change("Show", members, timeout: Invocation.fileTimeout)
    }
  }
}
