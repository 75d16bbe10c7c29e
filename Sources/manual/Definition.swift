/// A Varlink interface definition, cut into what it defines, each with the comment before it.
struct Definition {
  struct Member {
    enum Kind: String, CaseIterable { case type, method, error }

    let kind: Kind
    let name: String
    /// Everything behind the name.
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
      let told = comment.joined(separator: " ")
      if words[0] == "interface" {
        (name, head) = (String(words[1]), told)
      } else if let kind = Member.Kind(rawValue: String(words[0])),
        let end = words[1].firstIndex(where: { " (".contains($0) })
      {
        members.append(
          Member(kind: kind, name: String(words[1][..<end]), signature: String(words[1][end...]), comment: told))
      }
      (open, comment) = ([], [])
    }
    (self.name, self.comment, self.members) = (name, head, members)
  }
}
