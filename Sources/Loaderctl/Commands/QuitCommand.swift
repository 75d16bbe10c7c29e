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
    ) { (invocation, arguments) throws(CommandError) in
      _ = try invocation.call("Quit", arguments.has("retain") ? [JSON.Member("retain", .bool(true))] : [])
    }
  }
}
