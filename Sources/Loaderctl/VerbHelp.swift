import Loaders
import Support

extension Verb {
  private static var usageStart: [Bytes] { ["loaderctl", "[--socket PATH]", "[--json]", "[--if-running]"] }

  /// The text of `loaderctl --help`: all verbs with their options.
  static var overview: Bytes {
    var help = Help()
    help.add(usageStart + ["VERB", "…"], hanging: 4)
    help.addLine()
    for verb in all {
      help.add(verb.usage, indent: 2, hanging: 4)
      help.add(verb.summary, indent: 8)
      for option in verb.options {
        if let names = option.namedChoices { help.add("\(names.placeholder) is one of \(names.all)", indent: 8) }
      }
    }
    help.addLine()
    help.add(common)
    help.addLine()
    help.add("Exit status: 0 done, 1 refused, 2 wrong usage, 3 no daemon (0 with --if-running).")
    help.add("`loaderctl VERB --help` and `loaderctl help VERB` print more about a verb.")
    return help.text
  }

  /// The text of `loaderctl VERB --help`, with the parameters of a loader when there is one.
  func help(_ loader: CatalogEntry?) -> Bytes {
    var help = Help()
    help.add(Verb.usageStart + usage, hanging: 4)
    help.addLine()
    help.add(summary)
    if !details.isEmpty {
      help.addLine()
      help.add(details)
    }
    if !options.isEmpty {
      help.addLine()
      help.add(options)
    }
    if let loader {
      help.addLine()
      help.add("\(loader.name), \(loader.summary), has these parameters:")
      help.addLine()
      for parameter in loader.parameters {
        // An option of the verb comes first.
        if options[Bytes(parameter.name)] == nil {
          help.add("--\(parameter.name) VALUE", meaning: parameter.meaning)
        } else if options["set"] != nil {
          help.add("--set \(parameter.name)=VALUE", meaning: parameter.meaning)
        }
      }
    } else if takesParameters {
      help.addLine()
      help.add("`loaderctl help \(name) LOADER` lists the loader's parameters, `loaderctl loaders` the loaders.")
    }
    help.addLine()
    for example in examples { help.addLine("  loaderctl \(example)") }
    return help.text
  }
}
