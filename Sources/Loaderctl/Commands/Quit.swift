import Support

extension Subcommand {
  static var quit: Subcommand {
    Subcommand(
      """
      quit
      end the daemon
      --retain  leave the last picture until another program shows its first frame
      $ quit --retain
      """
    ) { (me, arguments) throws(Failure) in
      _ = try me.call("Quit", arguments.has("retain") ? [JSON.Member("retain", .bool(true))] : [])
    }
  }
}
