import Support

extension Subcommand {
  static var help: Subcommand {
    Subcommand(
      """
      help [VERB] [LOADER]
      tell how a verb is used; without one, list them all
      It is the same as --help behind a verb, or behind a verb and a loader.
      $ help progress
      $ help show shimmer
      """
    ) { (me, arguments) throws(Failure) in
      try me.help(arguments.words)
    }
  }
}
