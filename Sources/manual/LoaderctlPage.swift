import Loaderctl
import Loaders
import Support

/// loaderctl(1).
enum LoaderctlPage {
  static var page: ManualPage {
    var page = ManualPage("loaderctl", 1, "control loading screens")
    page.section("SYNOPSIS")
    page.macro(".Nm")
    for option in Verb.common where option.value != nil || ["json", "if-running"].contains(option.name) {
      page.macro(".Op \(ManualPage.term(option))")
    }
    page.macro(".Ar verb ...")
    page.macro(".Nm")
    page.macro(".Op Ar verb Op Ar loader")
    page.macro(".Fl -help")
    page.section("DESCRIPTION")
    page.macro(".Nm")
    page.write("controls")
    page.macro(".Xr loaderd 8")
    page.write("and queries its state. Some verbs need no daemon; their descriptions say so.")
    page.paragraph()
    page.write("These options may stand before or after the verb:")
    page.list(Verb.common)
    page.paragraph()
    page.write(
      "An option's value is the next argument, or follows an equals sign. After `--`, no argument is an option.")
    page.section("VERBS")
    page.beginList()
    for verb in Verb.all { describe(verb, in: &page) }
    page.endList()
    page.section("LOADERS")
    page.write("Every loader has these parameters, as options of the verbs that show one:")
    let common = Catalog.all.first?.parameters.filter { parameter in
      Catalog.all.allSatisfy { $0.parameters.contains { Bytes($0.name) == Bytes(parameter.name) } }
    }
    page.list((common ?? []).map(entry))
    for loader in Catalog.all {
      page.subsection(String(loader.name))
      page.write("Shows \(String(loader.summary)).\(loader.needsText ? " It needs a text." : "")")
      let own = loader.parameters.filter { parameter in
        common?.contains { Bytes($0.name) == Bytes(parameter.name) } != true
      }
      page.list(own.map(entry))
    }
    page.section("ENVIRONMENT")
    page.list([
      (
        "Ev LOADERD_SHOW",
        "The id of the loader that status, progress, follow and hide change; `loaderctl run` sets it for its command. "
          + "Without such a loader they change nothing."
      )
    ])
    page.section("FILES")
    page.list([
      ("Pa \(ManualPage.escaped("/run/loaderd/io.loaderd.Screen"))", "the daemon's socket"),
      ("Pa /usr/share/loaderd/themes", "themes, one folder each"),
    ])
    page.section("EXIT STATUS")
    page.list([
      ("0", "Done."), ("1", "The daemon refused, or a file could not be used; standard error says why."),
      (
        "2",
        "Wrong usage; a line on standard error names what is wrong and lists what is valid. Also a font, or a picture of `frames`, that a parameter names and that cannot be used."
      ),
      ("3", "No daemon answers. With `--if-running` this is 0."),
    ])
    page.section("EXAMPLES")
    page.write("A script that installs files:")
    page.example([
      "loaderctl --if-running show bar", "loaderctl --if-running status \"Unpacking files\"",
      "unpack --percentages | loaderctl --if-running progress -", "loaderctl --if-running hide",
    ])
    page.references([("systemd", 1), ("loaderd.conf", 5), ("io.loaderd.Screen", 7), ("loaderd", 8)])
    return page
  }

  private static func describe(_ verb: Verb, in page: inout ManualPage) {
    page.item("Ic \(String(verb.name))" + usage(of: verb))
    page.write(capitalized(String(verb.summary)) + ".")
    if !verb.details.isEmpty { page.write(String(verb.details)) }
    page.list(verb.options)
    let alternatives = verb.alternatives.map { String(Option.dashed($0)) }
    if let last = alternatives.last {
      page.write("Only one of \(alternatives.dropLast().joined(separator: ", ")) and \(last) may be given.")
    }
    page.example(verb.examples.map { "loaderctl \(String($0))" })
  }

  /// The positional arguments; the options are listed below them.
  private static func usage(of verb: Verb) -> String {
    var usage = ""
    let parameters = verb.takesParameters ? " Oo Fl -parameter Ar value Oc ..." : ""
    // All arguments after the command belong to it.
    let isBeforeCommand = verb.operands.first?.count == .several
    if isBeforeCommand { usage += parameters }
    for operand in verb.operands {
      let name = ManualPage.argument(String(operand.name))
      switch operand.count {
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
      case .rectangles: "X Y WIDTH HEIGHT,..."
      case .seconds: "SECONDS"
      case .points, .number, .count: "N"
      case .fraction: "PROGRESS"
      case .text: "TEXT"
      case .font, .pictures, .sequence: "FILE,..."
      }
    return (
      "Fl -\(ManualPage.escaped(String(parameter.name))) Ar \(ManualPage.argument(value))", String(parameter.meaning)
    )
  }

  static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
