import Support
import System

extension Subcommand {
  static var check: Subcommand {
    Subcommand(
      """
      check [THEME]
      check a theme and print its errors
      THEME is the name of an installed theme, a folder or its theme.conf; without it, the theme that loaderd.conf names. \
      No daemon is needed. The exit status is 1 when there are errors; texts that are hard to read, and characters that \
      no font has, are warnings.
      $ check ./mytheme
      """
    ) { (invocation, arguments) throws(CommandError) in
      let configuration = invocation.configuration("")
      guard let name = arguments.words.first ?? configuration.themes.last else {
        let none: JSON = ["theme": .null, "findings": .array([]), "warnings": .array([])]
        return invocation.answer(none, "no theme is configured: the standard look is shown\n")
      }
      try ThemeCheck(name, fonts: configuration.fonts).report(to: invocation)
    }
  }
}
