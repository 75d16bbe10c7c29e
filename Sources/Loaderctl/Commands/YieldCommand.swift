import Support

extension Verb {
  static var yield: Verb {
    Verb(
      """
      yield
      give the display to another program; the picture stays until its first frame
      --text  show the text console, for a question that is asked there
      $ yield
      """
    ) { (invocation, arguments) throws(CommandError) in
      _ = try invocation.call("Yield", arguments.has("text") ? [JSON.Member("text", .bool(true))] : [])
    }
  }
}
