import Support

extension Verb {
  static var preview: Verb {
    Verb(
      """
      preview [THEME]
      show a theme while its files are edited, on a workstation
      --watch  the running loaderd reads its theme again after each change
      THEME is the folder with theme.conf, or the name of an installed theme; without it, the current folder. With a \
      Wayland compositor it is shown in a window, else in the studio, which is opened in a browser. Each saved change is \
      shown at once.
      $ preview acme
      """
    ) { (invocation, arguments) throws(CommandError) in
      let watch = arguments.has("watch") ? ["--watch", invocation.socket] : []
      try invocation.runProgram("preview", of: "loaderd-themes", arguments.operands + watch)
    }
  }
}
