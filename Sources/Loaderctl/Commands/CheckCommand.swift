import Rendering
import ScreenAPI
import Settings
import Support
import System

extension Verb {
  static var check: Verb {
    Verb(
      """
      check [THEME]
      check a theme and print its errors
      --screen WxH  the display on which texts and pictures have to fit, in pixels; without it, five common ones
      --millimetres WxH  with --screen: its size, from which its scale follows
      THEME is the name of an installed theme, a folder or its theme.conf; without it, the theme that loaderd.conf names. \
      No daemon is needed. The exit status is 1 when there are errors; texts that are hard to read, what does not \
      fit, and characters that no font has, are warnings.
      $ check ./mytheme
      $ check ./mytheme --screen 800x480 --millimetres 154x86
      """
    ) { (invocation, arguments) throws(CommandError) in
      let configuration = InstalledConfiguration(in: "")
      guard let name = arguments.operands.first ?? configuration.themes.last else {
        let none: JSON = ["theme": .null, "findings": .array([]), "warnings": .array([])]
        return invocation.answer(
          none, "no theme is configured: nothing is shown until a call, or loaderd.conf, names a loader\n")
      }
      let displays = try checked { () throws(UsageError) in try ThemeDisplay.given { arguments[$0] } }
      try ThemeCheck(name, fonts: configuration.fonts, on: displays).report(to: invocation)
    }
  }
}
