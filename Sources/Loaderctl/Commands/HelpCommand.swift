import Support

extension Subcommand {
  static var help: Subcommand {
    Subcommand(
      """
      help [VERB] [LOADER]
      print the help of a verb; without one, of all verbs
      The same as --help after a verb, or after a verb and a loader.
      $ help progress
      $ help show shimmer
      """
    ) { (invocation, arguments) throws(CommandError) in
      let words = arguments.words
      if words.count > 1, Verb.named(words[0])?.takesParameters == true {
        _ = try ParsedArguments.entry(named: words[1])
      }
      try invocation.help(words)
    }
  }
}
