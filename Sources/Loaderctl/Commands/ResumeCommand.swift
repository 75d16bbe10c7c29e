import Support

extension Subcommand {
  static var resume: Subcommand {
    Subcommand(
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
