import Support

extension Subcommand {
  static var failure: Subcommand {
    Subcommand(
      """
      failure [UNIT]
      show that something has failed
      --text SENTENCE  what went wrong, for the person before the screen
      --code CODE  what support asks for
      UNIT is the systemd unit that failed, if one did.
      $ failure data.mount --text "The data disk cannot be read." --code E42
      """
    ) { (me, arguments) throws(Failure) in
      try me.change(
        "ReportFailure",
        try Invocation.members([
          ("unit", arguments.words.first), ("sentence", arguments["text"]), ("code", arguments["code"]),
        ]))
    }
  }
}
