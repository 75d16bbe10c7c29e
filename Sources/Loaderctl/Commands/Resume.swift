import Support

extension Subcommand {
  static var resume: Subcommand {
    Subcommand(
      """
      resume
      take the display back
      $ resume
      """
    ) { (me, arguments) throws(Failure) in
      _ = try me.call("Resume")
    }
  }
}
