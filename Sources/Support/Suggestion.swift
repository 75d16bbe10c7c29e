extension Bytes {
  /// The optimal string alignment distance: the number of bytes that must be inserted, deleted, replaced, or swapped
  /// with their neighbour, to make one text into the other. Nil if it is more than `limit`.
  public func distance(to other: Bytes, limit: Int) -> Int? {
    if Swift.max(count, other.count) > Swift.min(count, other.count) + limit { return nil }
    var beforeLast: [Int] = [], last = Array(0...other.count)
    for row in utf8.indices {
      var line = [row + 1]
      for column in other.utf8.indices {
        let isSame = utf8[row] == other.utf8[column]
        var cost = Swift.min(last[column + 1] + 1, line[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, utf8[row] == other.utf8[column - 1], utf8[row - 1] == other.utf8[column] {
          cost = Swift.min(cost, beforeLast[column - 1] + 1)
        }
        line.append(cost)
      }
      beforeLast = last
      last = line
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }

  /// The most similar of the known names, for a text with a typing error; nil if none is similar.
  public func nearest(among known: [Bytes]) -> Bytes? {
    // `on` is as near to `no` as to `one`, so two bytes are too few. One error in three bytes, at most three.
    if count < 3 || count > 64 { return nil }
    let limit = Swift.min(3, (count + 1) / 3)
    var best: (name: Bytes, distance: Int)?
    for name in known {
      guard let distance = distance(to: name, limit: limit), distance < best?.distance ?? .max else { continue }
      best = (name, distance)
    }
    return best?.name
  }

  /// A suggestion for the end of an error message: `; did you mean 'shimmer'?`; empty if no known name is similar.
  public func suggestion(among known: [Bytes]) -> Bytes {
    nearest(among: known).map { "; did you mean '\($0)'?" } ?? ""
  }
}
