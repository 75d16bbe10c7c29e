import System
import Support

extension Subcommand {
  static var check: Subcommand {
    Subcommand(
      """
      check [THEME]
      read a theme's folder and name what cannot be used
      THEME is the name of an installed theme, a folder or its theme.conf; without it, what loaderd.conf has. No daemon is needed. The exit status is 1 when something in it \
      cannot be used.
      $ check ./mytheme
      """
    ) { (me, arguments) throws(Failure) in
      guard let name = arguments.words.first ?? me.theme() else {
        let none: JSON = ["theme": .null, "findings": .array([])]
        return me.answer(none, "no theme is configured: the standard look is shown\n")
      }
      try ThemeCheck(name).report(to: me)
    }
  }
}
