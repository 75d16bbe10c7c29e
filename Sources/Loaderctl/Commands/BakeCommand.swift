import Support

extension Subcommand {
  static var bake: Subcommand {
    Subcommand(
      """
      bake [THEME]
      draw a theme for loaderd-minimal
      -o FILE  the file
      --size WxH …  of a display
      --check FILE  compare
      $ bake acme -o b
      """
    ) { (invocation, arguments) throws(CommandError) in
      var words = arguments.words
      for option in arguments.options { words += [Option.dashed(option.name), option.text] }
      try invocation.runScript("bake", words)
    }
  }
}
