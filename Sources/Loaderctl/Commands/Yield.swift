import Support

extension Subcommand {
  static var yield: Subcommand {
    Subcommand(
      """
      yield
      give the display to another program; the picture stays until its first frame
      $ yield
      """
    ) { (me, arguments) throws(Failure) in
      _ = try me.call("Yield")
    }
  }
}
