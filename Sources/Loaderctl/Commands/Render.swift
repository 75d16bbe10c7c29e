import Support

extension Subcommand {
  static var render: Subcommand {
    Subcommand(
      """
      render LOADER [TEXT] [--PARAM VALUE …]
      draw without a daemon: .png is one frame, .apng an animation
      --text TEXT  the same as TEXT behind the loader
      --size WxH  the loader's own box in points; without it, its natural size
      --screen WxH  a whole screen in pixels, as the daemon would compose it
      --background COLOUR  or transparent; without it the scheme's
      --format FORMAT xrgb8888|xbgr8888|argb8888|abgr8888|rgb565|bgr565|rgb888|bgr888|xrgb2101010|r8|r1|d1 =xrgb8888  \
      what a display of that format would show
      --rotate 0|90|180|270 =0  degrees clockwise
      --at SECONDS,… 0...1e9  one frame: that of this moment; several moments (1,1.5,2) are a file each, where -o has %d
      --duration SECONDS 0.001...3600  an animation of this length; with --at the loader's parameter
      --fps N 1...240 =60  frames a second
      --set PARAM=VALUE …  a parameter whose name is an option here too
      -o FILE !  where the picture goes, a .png or .apng; - is standard output
      One of --at and --duration is needed, and at most one of --size and --screen. The same arguments give the same \
      bytes on every machine.
      $ render shimmer "Thinking…" --style gradient --scale 2 --at 0.7 -o still.png
      $ render shimmer "Thinking…" --size 320x120 --duration 2 --fps 30 -o moving.apng
      $ render parallax --screen 1080x1920 --rotate 90 --at 3 -o screen.png
      """
    ) { (me, arguments) throws(Failure) in
      let rendering = try Rendering(arguments)
      try rendering.write()
      if rendering.isOnStandardOutput { me.write("") }
    }
  }
}
