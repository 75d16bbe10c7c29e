import Support

extension Subcommand {
  static var hide: Subcommand {
    Subcommand(
      """
      hide
      take the loader away
      --fade  the same as --transition fade
      --transition fade|none =fade  how the picture changes
      $ hide
      $ hide --transition none
      """
    ) { (me, arguments) throws(Failure) in
      let transition = arguments["transition"].map { [JSON.Member("transition", .string($0))] }
      _ = try me.call("Hide", transition ?? [])
    }
  }
}
