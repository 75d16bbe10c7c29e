import Loaders
import Support
import Varlink

extension LeaseSession {
  /// Removes `--loader`, `--text` and the loader's parameters. Without `--loader`, the loader is `defaultLoader`; when
  /// that is nil too, only progress is reported.
  init(_ arguments: inout ParsedArguments, defaultLoader: Bytes?) throws(CommandError) {
    let text = arguments.removeValue("text")
    guard let name = arguments.removeValue("loader") ?? defaultLoader else {
      self.init(showing: [], of: try Invocation.leaseID)
      return
    }
    let entry = try ParsedArguments.entry(named: name)
    let members = try arguments.showMembers(entry, text, JSON.Member("lease", .bool(true)))
    // A text that the loader does not draw is the status line until the progress has a label.
    self.init(showing: members, label: entry.drawsText ? nil : text)
  }
}
