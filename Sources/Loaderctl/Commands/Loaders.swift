import Loaders
import Support

extension Subcommand {
  static var loaders: Subcommand {
    Subcommand(
      """
      loaders [LOADER]
      list what can be shown, or one loader's parameters
      No daemon is needed.
      $ loaders
      $ loaders shimmer
      """
    ) { (me, arguments) throws(Failure) in
      // Needs no daemon: this program has the same ones inside.
      let entries =
        try arguments.words.first.map { name throws(Failure) in [try ParsedArguments.entry(named: name)] }
        ?? Catalog.all
      var text = Bytes()
      for entry in entries {
        text += "\(entry.name): \(entry.summary)\n"
        if arguments.words.isEmpty { continue }
        for parameter in entry.parameters { text += "  --\(parameter.name)  \(parameter.meaning)\n" }
      }
      me.answer(["loaders": .array(entries.map { $0.description })], text)
    }
  }
}
