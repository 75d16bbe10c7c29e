import Loaderctl
import Support

/// The table of verbs in docs/interface.md.
enum VerbTable {
  static var text: String {
    let rows = Verb.all.map { verb in
      "| `\(verb.usage.map { String($0) }.joined(separator: " ").replacing("|", with: "\\|"))` | \(String(verb.summary)) |"
    }
    return (["| verb | does |", "| --- | --- |"] + rows).joined(separator: "\n") + "\n"
  }
}
