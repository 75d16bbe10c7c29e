import Support

extension Verb {
  static var mode: Verb {
    Verb(
      """
      mode boot|shutdown|reboot|update|firmware|reset
      set the mode; it selects the title, the look and the behaviour
      --title TEXT  the title, in place of that of the mode or the theme
      --subtitle TEXT  the smaller line under it, likewise
      A theme may have a section for each mode. Another mode begins without the status line and the progress of the one before.
      $ mode update --title "Updating your device"
      """
    ) { (invocation, arguments) throws(CommandError) in
      let titles = try Invocation.textMembers([("title", arguments["title"]), ("subtitle", arguments["subtitle"])])
      try invocation.change("SetMode", [JSON.Member("mode", .string(arguments.operands[0]))] + titles)
    }
  }
}
