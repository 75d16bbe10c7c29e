import Support

extension Verb {
  static var help: Verb {
    Verb(
      """
      help [VERB] [LOADER]
      print the help of a verb; without one, of all verbs
      The same as --help after a verb, or after a verb and a loader.
      $ help progress
      $ help show shimmer
      """
    ) { (invocation, arguments) throws(CommandError) in
      let operands = arguments.operands
      if operands.count > 1, Verb.named(operands[0])?.takesParameters == true {
        _ = try ParsedArguments.entry(named: operands[1])
      }
      try invocation.help(operands)
    }
  }
}
