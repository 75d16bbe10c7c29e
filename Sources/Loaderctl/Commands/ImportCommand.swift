import Support

extension Verb {
  static var `import`: Verb {
    Verb(
      """
      import plymouth|bootanimation|psplash|frames FILE [FOLDER]
      convert another program's boot screen, or an animation, to a theme
      FILE is the folder with a .plymouth file, the archive of a boot animation of Android, the header or the PNG \
      file of psplash's picture, or an animated GIF or PNG or a folder of PNG files. FOLDER is made for the theme; \
      without it, a folder with the name of FILE in the current one. What cannot be carried over is listed.
      $ import plymouth /usr/share/plymouth/themes/spinner
      $ import frames throbber.gif acme
      """
    ) { (invocation, arguments) throws(CommandError) in
      try invocation.runProgram(
        "import-\(arguments.operands[0])", of: "loaderd-themes", Array(arguments.operands.dropFirst()))
    }
  }
}
