import Support

/// Assigns CRTCs to connectors, and to primary planes. Pure.
struct Routing {
  /// A connector or a plane that needs a CRTC.
  struct Demand {
    /// CRTCs that can drive it, as bits of their indices.
    let possible: UInt32
    /// Index of the CRTC that drives it now.
    let current: Int?
  }

  /// Returns the index of a CRTC for each demand, each used once; nil where none is left.
  ///
  /// Connectors keep their current CRTC, because a change flickers; `mayMove` allows a change where a display would
  /// stay dark otherwise. Uses augmenting paths (Kuhn's algorithm for bipartite matching), because a greedy choice
  /// fails where a connector can use only one CRTC.
  static func crtcs(for demands: [Demand], count: Int, mayMove: Bool) -> [Int?] {
    var owner = [Int?](repeating: nil, count: count)
    for (index, demand) in demands.enumerated() {
      if let current = demand.current, current < count, owner[current] == nil { owner[current] = index }
    }
    let fixed = owner
    for moves in mayMove ? [false, true] : [false] {
      for index in demands.indices where !owner.contains(index) {
        var tried = [Bool](repeating: false, count: count)
        if !moves { for crtc in 0..<count where fixed[crtc] != nil { tried[crtc] = true } }
        _ = find(index, demands, &owner, &tried)
      }
    }
    return demands.indices.map { owner.firstIndex(of: $0) }
  }

  private static func find(_ index: Int, _ demands: [Demand], _ owner: inout [Int?], _ tried: inout [Bool]) -> Bool {
    let possible = owner.indices.filter { $0 < 32 && demands[index].possible >> UInt32($0) & 1 == 1 }
    // A free one first, so that none moves without need.
    for crtc in possible.filter({ owner[$0] == nil }) + possible where !tried[crtc] {
      tried[crtc] = true
      if let other = owner[crtc], !find(other, demands, &owner, &tried) { continue }
      owner[crtc] = index
      return true
    }
    return false
  }
}
