import Support
import System

extension Subcommand {
  static var `import`: Subcommand {
    Subcommand(
      """
      import plymouth DIR [FOLDER]
      make a theme of what another boot screen has
      DIR is the folder with the .plymouth file. FOLDER is made for the theme; without it, a folder with the \
      name of DIR in the current one. What cannot be carried over is listed.
      $ import plymouth /usr/share/plymouth/themes/spinner
      """
    ) { (invocation, arguments) throws(CommandError) in
      // A script, because only a designer needs it: it is no part of the program that devices have.
      let program: Bytes = "/usr/lib/loaderd/import-\(arguments.words[0])"
      if !File.exists(program) { throw .failed("\(program): not installed; the package loaderd-themes has it") }
      switch Command.run([program] + arguments.words.dropFirst(), input: nil) {
      case .exited(let status): invocation.status = status
      case .killed(let signal): invocation.status = 128 + signal  // as in a shell
      }
    }
  }
}
