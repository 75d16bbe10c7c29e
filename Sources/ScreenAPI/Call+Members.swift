public import Support
public import Varlink

/// Members that loaderd and loaderd-minimal check alike. Each function throws `InvalidParameter` for a wrong value.
extension Call {
  /// The phases of `SetProgress`, at most `limit`; empty if they are missing. `line` returns a name as it is used, and
  /// throws for one that cannot be used.
  public func phases(
    limit: Int, _ line: (JSON) throws(Reply) -> Bytes
  ) throws(Reply) -> [(name: Bytes, weight: Double)] {
    guard let value = self["phases"] else { return [] }
    guard let values = value.array, values.count <= limit else {
      throw .invalidParameter("phases", "not a list of at most \(limit)")
    }
    var phases: [(name: Bytes, weight: Double)] = []
    for value in values {
      let weight = value["weight"].map { $0.number } ?? 1
      let isKnown = (value.members ?? []).allSatisfy { $0.isNamed("name") || $0.isNamed("weight") }
      guard let name = value["name"], let weight, (0.001...1e6).contains(weight), isKnown else {
        throw .invalidParameter("phases", "each has a name, and a weight from 0.001 to 1000000, and nothing else")
      }
      let used = try line(name)
      if phases.contains(where: { $0.name == used }) {
        throw .invalidParameter("phases", "\(quoted: used) is given twice")
      }
      phases.append((used, weight))
    }
    return phases
  }

  /// The part of `SetProgress` and their number; nil if both are missing. `isValid` is whether there is such a part.
  public func part(isValid: (Int, Int) -> Bool) throws(Reply) -> (number: Int, count: Int)? {
    if self["part"] == nil, self["parts"] == nil { return nil }
    let number = self["part"]?.number.flatMap { Int(exactly: $0) }
    let count = self["parts"]?.number.flatMap { Int(exactly: $0) }
    guard let number, let count, isValid(number, count) else {
      throw .invalidParameter("part", "give a part from 1 to parts, and at most 99 parts, such as part 2 of parts 5")
    }
    return (number, count)
  }

  /// The seconds for which `SetMessage` shows its line; nil if they are missing.
  public var lifetime: Double? {
    get throws(Reply) {
      guard let given = self["lifetime"] else { return nil }
      guard let seconds = given.number, (0...86400).contains(seconds) else {
        throw .invalidParameter("lifetime", "not a number from 0 to 86400")
      }
      return seconds
    }
  }
}
