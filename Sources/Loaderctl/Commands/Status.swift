import Support

extension Subcommand {
  static var status: Subcommand {
    Subcommand(
      """
      status TEXT
      set the line under the loader; empty text clears it
      $ status "Unpacking files"
      $ status ""
      """
    ) { (me, arguments) throws(Failure) in
      try me.change("SetStatus", [JSON.Member("text", try Invocation.line(arguments.words[0]))])
    }
  }
}
