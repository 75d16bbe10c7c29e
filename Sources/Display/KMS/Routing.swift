/// Which CRTC drives which connector. Pure.
struct Routing {
  struct Demand {
    /// The places of CRTCs that may drive it, as bits.
    let possible: UInt32
    /// The place of the CRTC that drives it already.
    let current: Int?
  }

  /// The place of a CRTC for each demand, none twice; nil where none is left.
  ///
  /// Pairs that are lit stay, for moving one makes it flicker; `mayMove` gives them up where otherwise a screen
  /// would stay dark. Augmenting paths (Kuhn's algorithm for bipartite matching): a greedy choice fails where one
  /// connector can use a single CRTC.
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
    for crtc in owner.indices where crtc < 32 && demands[index].possible >> UInt32(crtc) & 1 == 1 && !tried[crtc] {
      tried[crtc] = true
      if let other = owner[crtc], !find(other, demands, &owner, &tried) { continue }
      owner[crtc] = index
      return true
    }
    return false
  }
}
