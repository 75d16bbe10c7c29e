import Support

extension Verb {
  static var resume: Verb {
    Verb(
      """
      resume
      take the display back
      $ resume
      """
    ) { (invocation, arguments) throws(CommandError) in
      _ = try invocation.call("Resume")
    }
  }
}
