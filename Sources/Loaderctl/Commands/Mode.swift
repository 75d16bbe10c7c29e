import Support

extension Subcommand {
  static var mode: Subcommand {
    Subcommand(
      """
      mode boot|shutdown|reboot|update|firmware|reset
      say what goes on; it decides the title, the look and the behaviour
      --title TEXT  instead of the mode's own, or the theme's
      --subtitle TEXT  the same, for the smaller line
      The theme has a section for each of them.
      $ mode update --title "Updating your device"
      """
    ) { (me, arguments) throws(Failure) in
      let titles = try Invocation.members([("title", arguments["title"]), ("subtitle", arguments["subtitle"])])
      try me.change("SetMode", [JSON.Member("mode", .string(arguments.words[0]))] + titles)
    }
  }
}
