import Support

extension Verb {
  static var render: Verb {
    Verb(
      """
      render [LOADER] [TEXT] [--PARAM VALUE …]
      draw without a daemon: .png is one frame, .apng an animation
      --text TEXT  the same as TEXT after the loader
      --size WxH  size of the loader alone in points; without it, its natural size
      --screen WxH  size of a whole screen in pixels, composed as the daemon does
      --millimetres WxH  with --screen: the display's size, from which its scale follows
      --background COLOUR  a colour or transparent; without it, that of the scheme
      --format FORMAT xrgb8888|xbgr8888|argb8888|abgr8888|rgb565|bgr565|rgb888|bgr888|xrgb2101010|r8|r1|d1|r2|l2 =xrgb8888  \
      the pixel format of the display that is simulated
      --rotate 0|90|180|270 =0  degrees clockwise
      --at SECONDS,… 0...1e9  draw one frame at this time; several times (1,1.5,2) make a file each, with their index for %d in -o
      --duration SECONDS 0.001...3600  draw an animation of this length; with --at it is the loader's parameter
      --fps N 1...240 =60  frames a second
      --set PARAM=VALUE …  a parameter that has the same name as an option of render
      --theme THEME  for --boot-image
      --boot-image bmp|bgrt|u-boot|u-boot-rle8|kernel-logo  write the theme's first frame to a file; of the other options only \
      --screen has an effect
      -o FILE !  the file to write, .png or .apng; - is standard output
      | size screen
      One of --at and --duration is needed.
      $ render shimmer "Thinking…" --style gradient --scale 2 --at 0.7 -o still.png
      $ render shimmer "Thinking…" --size 320x120 --duration 2 --fps 30 -o moving.apng
      """
    ) { (invocation, arguments) throws(CommandError) in
      if let kind = arguments["boot-image"], let theme = arguments["theme"], arguments.operands.isEmpty {
        let size = arguments["screen"] ?? "1024x768"
        if arguments["o"] == "-" { throw .usage("--boot-image needs a file for -o") }
        if let other = arguments.options.first(where: { !["boot-image", "theme", "screen", "o"].contains($0.name) }) {
          throw .usage("\(Option.dashed(other.name)) has no effect with --boot-image")
        }
        return try invocation.runProgram("boot-image", of: "loaderd-themes", [theme, kind, arguments["o"] ?? "", size])
      }
      if arguments.operands.isEmpty || arguments.has("boot-image") || arguments.has("theme") {
        throw .usage("give LOADER alone, or --theme and --boot-image")
      }
      let job = try RenderJob(arguments)
      try job.write()
      if job.isOnStandardOutput { invocation.write("") }
    }
  }
}
