import Loaders
import Support
import System

extension Subcommand {
  static var show: Subcommand {
    Subcommand(
      """
      show LOADER [TEXT] [--PARAM VALUE …]
      put a loader on the screen
      --text TEXT  the same as TEXT behind the loader
      --transition fade|none =fade  how the picture changes
      What was shown before gives way. Colours are #RGB, #RRGGBB, #RRGGBBAA or a name such as blue; lists are \
      comma-separated; times are seconds, or have a unit, as 500ms, 10s or 2min.
      $ show shimmer "Thinking…"
      $ show shimmer "Listening" --style flow --duration 1.5
      """
    ) { (me, arguments) throws(Failure) in
      var given = arguments
      let transition = given.take("transition"), text = try given.takeText()
      let entry = try given.entry()
      let parameters = given.absolute(entry)
      // What is refused here, the daemon need not be asked for.
      let loader = try ParsedArguments.loader(entry, text, parameters)
      for complaint in loader.complaints {
        StandardStreams.error("loaderctl: \(complaint.name): \(complaint.reason); the standard one is shown")
      }
      var members = [JSON.Member("loader", .string(Bytes(entry.name)))]
      if let text { members.append(JSON.Member("text", .string(text))) }
      if let transition { members.append(JSON.Member("transition", .string(transition))) }
      for option in parameters { members.append(JSON.Member(option.name, .string(option.text))) }
      try me.change("Show", members)
    }
  }
}
