import Support

extension Verb {
  static var hide: Verb {
    Verb(
      """
      hide
      remove the loader
      --fade  the same as --transition fade
      --transition fade|none =fade  how the picture changes
      | fade transition
      $ hide
      $ hide --transition none
      """
    ) { (invocation, arguments) throws(CommandError) in
      let transition = arguments["transition"].map { [JSON.Member("transition", .string($0))] }
      _ = try invocation.call("Hide", transition ?? [])
    }
  }
}
