import Loaderctl
import Loaders
import Support

/// loaderctl(1).
enum ControlPage {
  static var page: Page {
    var page = Page("loaderctl", 1, "show loading screens, and what they tell")
    page.section("SYNOPSIS")
    page.macro(".Nm")
    for option in Verb.common where option.value != nil || ["json", "if-running"].contains(option.name) {
      page.macro(".Op \(Page.term(option))")
    }
    page.macro(".Ar verb ...")
    page.macro(".Nm")
    page.macro(".Op Ar verb Op Ar loader")
    page.macro(".Fl -help")
    page.section("DESCRIPTION")
    page.macro(".Nm")
    page.say("tells")
    page.macro(".Xr loaderd 8")
    page.say("what to show, and asks it what is shown. Some verbs need no daemon, and are marked so.")
    page.paragraph()
    page.say("These options may stand before the verb or behind it:")
    page.list(Verb.common)
    page.paragraph()
    page.say("An option's value follows it, or stands behind it with an equals sign. After `--` nothing is an option.")
    page.section("VERBS")
    page.open()
    for verb in Verb.all { describe(verb, in: &page) }
    page.close()
    page.section("LOADERS")
    page.say("Every loader has these parameters, as options of the verbs that show one:")
    let common = Catalog.all.first?.parameters.filter { parameter in
      Catalog.all.allSatisfy { $0.parameters.contains { Bytes($0.name) == Bytes(parameter.name) } }
    }
    page.list((common ?? []).map(entry))
    for loader in Catalog.all {
      page.part(String(loader.name))
      page.say("Shows \(String(loader.summary)).\(loader.needsText ? " It needs a text." : "")")
      let own = loader.parameters.filter { parameter in
        common?.contains { Bytes($0.name) == Bytes(parameter.name) } != true
      }
      page.list(own.map(entry))
    }
    page.section("ENVIRONMENT")
    page.list([
      (
        "Ev LOADERD_SHOW",
        "What status, progress and hide are about: `loaderctl run` sets it for the command that it runs."
      )
    ])
    page.section("FILES")
    page.list([
      ("Pa \(Page.escaped("/run/loaderd/io.loaderd.Screen"))", "the daemon's socket"),
      ("Pa /usr/share/loaderd/themes", "themes, a folder each"),
    ])
    page.section("EXIT STATUS")
    page.list([
      ("0", "Done."), ("1", "The daemon refused, or a file could not be used; standard error says why."),
      ("2", "Wrong usage; a line on standard error names what is wrong and lists what is valid."),
      ("3", "No daemon answers. With `--if-running` this is 0."),
    ])
    page.section("EXAMPLES")
    page.say("A script that installs something:")
    page.example([
      "loaderctl --if-running show bar", "loaderctl --if-running status \"Unpacking files\"",
      "unpack --percentages | loaderctl --if-running progress -", "loaderctl --if-running hide",
    ])
    page.references([("systemd", 1), ("loaderd.conf", 5), ("io.loaderd.Screen", 7), ("loaderd", 8)])
    return page
  }

  private static func describe(_ verb: Verb, in page: inout Page) {
    page.item("Ic \(String(verb.name))" + usage(of: verb))
    page.say(capitalized(String(verb.summary)) + ".")
    if !verb.details.isEmpty { page.say(String(verb.details)) }
    page.list(verb.options)
    page.example(verb.examples.map { "loaderctl \(String($0))" })
  }

  /// The words only: the options come below, each with what it means.
  private static func usage(of verb: Verb) -> String {
    var usage = ""
    let parameters = verb.takesParameters ? " Oo Fl -parameter Ar value Oc ..." : ""
    // A command takes all that is behind it.
    let isBeforeCommand = verb.words.first?.count == .several
    if isBeforeCommand { usage += parameters }
    for word in verb.words {
      let name = Page.argument(String(word.name))
      switch word.count {
      case .one: usage += " Ar \(name)"
      case .oneAtMost: usage += " Oo Ar \(name) Oc"
      case .several: usage += " \\-\\- Ar \(name) ..."
      }
    }
    return isBeforeCommand ? usage : usage + parameters
  }

  private static func entry(_ parameter: Parameter) -> (term: String, meaning: String) {
    let value =
      switch parameter.kind {
      case .choice: "NAME"
      case .color, .optionalColor: "COLOUR"
      case .colors: "COLOUR,..."
      case .seconds: "SECONDS"
      case .points, .number: "N"
      case .fraction: "PROGRESS"
      case .font: "FILE"
      case .text: "TEXT"
      case .pictures: "FILE,..."
      }
    return ("Fl -\(Page.escaped(String(parameter.name))) Ar \(Page.argument(value))", String(parameter.meaning))
  }

  static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
