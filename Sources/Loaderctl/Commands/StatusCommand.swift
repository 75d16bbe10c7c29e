import Support

extension Verb {
  static var status: Verb {
    Verb(
      """
      status TEXT
      set the status line, below the loader and the bar; empty text clears it
      $ status "Unpacking files"
      $ status ""
      """
    ) { (invocation, arguments) throws(CommandError) in
      try invocation.change("SetStatus", [JSON.Member("text", try Invocation.validatedText(arguments.operands[0]))])
    }
  }
}
