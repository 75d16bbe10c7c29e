import Support

extension Subcommand {
  static var yield: Subcommand {
    Subcommand(
      """
      yield
      give the display to another program; the picture stays until its first frame
      $ yield
      """
    ) { (invocation, arguments) throws(CommandError) in
      _ = try invocation.call("Yield")
    }
  }
}
