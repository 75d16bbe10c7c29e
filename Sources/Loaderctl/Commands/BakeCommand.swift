import Support

extension Subcommand {
  static var bake: Subcommand {
    Subcommand(
      """
      bake [THEME]
      draw a theme's screens into a file for loaderd-minimal
      -o FILE  the file to write
      --size WxH …  a display's size in pixels
      --mode MODE …  a mode or failure; by default all
      --fps N 1...240 =60  frames a second
      --scale N 0.5...8  pixels per point
      --rotate 0|90|180|270  degrees clockwise
      --root DIR  the root file system to look in
      --check FILE  compare FILE with the theme
      $ bake acme --size 800x480 -o boot.baked
      """
    ) { (invocation, arguments) throws(CommandError) in
      var words = arguments.words
      for option in arguments.options { words += [Option.dashed(option.name), option.text] }
      try invocation.runScript("bake", words)
    }
  }
}
