import Support

extension Subcommand {
  static var render: Subcommand {
    Subcommand(
      """
      render LOADER [TEXT] [--PARAM VALUE …]
      draw without a daemon: .png is one frame, .apng an animation
      --text TEXT  the same as TEXT after the loader
      --size WxH  size of the loader alone in points; without it, its natural size
      --screen WxH  size of a whole screen in pixels, composed as the daemon does
      --background COLOUR  a colour or transparent; without it, that of the scheme
      --format FORMAT xrgb8888|xbgr8888|argb8888|abgr8888|rgb565|bgr565|rgb888|bgr888|xrgb2101010|r8|r1|d1 =xrgb8888  \
      the pixel format of the display that is simulated
      --rotate 0|90|180|270 =0  degrees clockwise
      --at SECONDS,… 0...1e9  draw one frame at this time; several times (1,1.5,2) make a file each, with their index for %d in -o
      --duration SECONDS 0.001...3600  draw an animation of this length; with --at it is the loader's parameter
      --fps N 1...240 =60  frames a second
      --set PARAM=VALUE …  a parameter that has the same name as an option of render
      -o FILE !  the file to write, .png or .apng; - is standard output
      One of --at and --duration is needed, and at most one of --size and --screen. The same arguments give the same \
      bytes on every machine.
      $ render shimmer "Thinking…" --style gradient --scale 2 --at 0.7 -o still.png
      $ render shimmer "Thinking…" --size 320x120 --duration 2 --fps 30 -o moving.apng
      $ render parallax --screen 1080x1920 --rotate 90 --at 3 -o screen.png
      """
    ) { (invocation, arguments) throws(CommandError) in
      let job = try RenderJob(arguments)
      try job.write()
      if job.isOnStandardOutput { invocation.write("") }
    }
  }
}
