/// A parsed Varlink interface definition (https://varlink.org/Interface-Definition): types, methods and errors, each
/// with the comment before it.
struct InterfaceDefinition {
  /// A type, a method or an error.
  struct Member {
    enum Kind: String, CaseIterable { case type, method, error }

    let kind: Kind
    let name: String
    /// The text after the name.
    let signature: String
    let comment: String
  }

  let name: String
  let comment: String
  private(set) var members: [Member] = []

  init(_ text: String) {
    var comment: [Substring] = [], name = "", head = "", open: [Substring] = []
    var members: [Member] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#") && open.isEmpty {
        comment.append(line.dropFirst().drop { $0 == " " })
        continue
      }
      if line.isEmpty && open.isEmpty { continue }
      open.append(line)
      let whole = open.joined(separator: "\n")
      if whole.filter({ $0 == "(" }).count != whole.filter({ $0 == ")" }).count { continue }
      let words = whole.split(separator: " ", maxSplits: 1)
      let documentation = comment.joined(separator: " ")
      if words[0] == "interface" {
        (name, head) = (String(words[1]), documentation)
      } else if let kind = Member.Kind(rawValue: String(words[0])),
        let end = words[1].firstIndex(where: { " (".contains($0) })
      {
        members.append(
          Member(
            kind: kind, name: String(words[1][..<end]), signature: String(words[1][end...]), comment: documentation))
      }
      (open, comment) = ([], [])
    }
    (self.name, self.comment, self.members) = (name, head, members)
  }
}
