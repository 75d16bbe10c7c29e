import Settings
import Support

extension Verb {
  static var files: Verb {
    Verb(
      """
      files
      list the files or kernel modules that the screen needs in an initramfs
      --root DIR  the root file system to look in; by default that of this machine
      --modules  list the kernel modules of the machine's displays
      One path a line: the program and its other names, the configuration files that exist, that with the machine's locale, \
      the fonts of `fonts =`, and the configured theme with its pictures and fonts. Libraries are not listed. Paths do not \
      begin with DIR. Errors of the theme are printed and do not change the exit status.
      $ files
      $ files --modules
      $ files --root /target
      """
    ) { (invocation, arguments) throws(CommandError) in
      let root = (arguments["root"] ?? "").withoutTrailingSlashes
      let list: (name: Bytes, lines: [Bytes])
      if arguments.has("modules") {
        list = ("modules", DisplayModules(in: root).names)
      } else {
        let files = try InitramfsFiles(in: root, InstalledConfiguration(in: root))
        invocation.printErrors(files.problems)
        list = ("files", files.paths)
      }
      let object = JSON.object([JSON.Member(list.name, .array(list.lines.map { .string($0) }))])
      invocation.answer(object, list.lines.map { $0 + "\n" }.joined(by: ""))
    }
  }
}
