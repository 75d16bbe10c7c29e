import Support
import System

extension Subcommand {
  static var `import`: Subcommand {
    Subcommand(
      """
      import plymouth|bootanimation|psplash|frames FILE [FOLDER]
      make a theme of what another boot screen has, or of an animation
      FILE is the folder with a .plymouth file, the archive of a boot animation of Android, the header or the PNG \
      file of psplash's picture, or an animated GIF or PNG or a folder of PNG files. FOLDER is made for the theme; \
      without it, a folder with the name of FILE in the current one. What cannot be carried over is listed.
      $ import plymouth /usr/share/plymouth/themes/spinner
      $ import frames throbber.gif acme
      """
    ) { (invocation, arguments) throws(CommandError) in
      try invocation.runScript("import-\(arguments.words[0])", Array(arguments.words.dropFirst()))
    }
  }
}

extension Invocation {
  /// Runs a program of the package loaderd-themes or loaderd-minimal, and exits with its status. What only a designer needs is a script, because
  /// then it is no part of the program that devices have.
  func runScript(_ name: Bytes, _ arguments: [Bytes]) throws(CommandError) {
    let program: Bytes = "/usr/lib/loaderd/\(name)"
    if !File.exists(program) {
      throw .failed("\(program): not installed (loaderd-themes, loaderd-minimal)")
    }
    switch Command.run([program] + arguments, input: nil) {
    case .exited(let status): self.status = status
    case .killed(let signal): status = 128 + signal  // as in a shell
    }
  }
}
