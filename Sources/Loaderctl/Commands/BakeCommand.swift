import Support

extension Verb {
  static var bake: Verb {
    Verb(
      """
      bake [THEME]
      draw the screens of a theme into a file for loaderd-minimal
      -o FILE  the file to write
      --size WxH …  the size of a display in pixels
      --check FILE  only look whether FILE is up to date
      | o check
      $ bake acme --size 800x480 -o acme.baked
      """
    ) { (invocation, arguments) throws(CommandError) in
      var words = arguments.operands
      for option in arguments.options { words += [Option.dashed(option.name), option.text] }
      try invocation.runProgram("bake", of: "loaderd-minimal", words)
    }
  }
}
