import Loaders
import Support

extension Verb {
  static var loaders: Verb {
    Verb(
      """
      loaders [LOADER]
      list the loaders, or one loader's parameters
      No daemon is needed.
      $ loaders
      $ loaders shimmer
      """
    ) { (invocation, arguments) throws(CommandError) in
      // loaderd and loaderctl are one program, so the catalog is the same.
      let entries =
        try arguments.operands.first.map { name throws(CommandError) in [try ParsedArguments.entry(named: name)] }
        ?? Catalog.all
      var text = Bytes()
      for entry in entries {
        text += "\(entry.name): \(entry.summary)\n"
        if arguments.operands.isEmpty { continue }
        for parameter in entry.parameters { text += "  --\(parameter.name)  \(parameter.meaning)\n" }
      }
      invocation.answer(["loaders": .array(entries.map { $0.description })], text)
    }
  }
}
