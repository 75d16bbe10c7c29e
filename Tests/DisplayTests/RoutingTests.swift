import SeededRandom
import Testing

@testable import Display

@Suite struct RoutingTests {
  @Test func enabledConnectorsKeepTheirCRTC() {
    let demands = [
      Routing.Demand(possible: 0b11, current: nil), Routing.Demand(possible: 0b11, current: 0),
    ]
    #expect(Routing.crtcs(for: demands, count: 2, mayMove: true) == [1, 0])
  }

  /// The first connector can use both CRTCs, the second only the one that the first would choose.
  @Test func connectorGivesWayToOneWithFewerChoices() {
    let demands = [Routing.Demand(possible: 0b11, current: nil), Routing.Demand(possible: 0b01, current: nil)]
    #expect(Routing.crtcs(for: demands, count: 2, mayMove: false) == [1, 0])
  }

  @Test func enabledConnectorMovesOnlyIfAllowed() {
    let demands = [Routing.Demand(possible: 0b11, current: 0), Routing.Demand(possible: 0b01, current: nil)]
    #expect(Routing.crtcs(for: demands, count: 2, mayMove: false) == [0, nil])
    #expect(Routing.crtcs(for: demands, count: 2, mayMove: true) == [1, 0])
  }

  /// The number of connectors that are driven equals the best of an exhaustive search.
  @Test func routingDrivesAsManyConnectorsAsPossible() {
    var dice = SeededRandom(seed: 4)
    for _ in 0..<300 {
      let count = dice.roll(1...4)
      let demands = (0..<dice.roll(1...4)).map { _ in
        Routing.Demand(possible: UInt32(dice.roll(0...(1 << count) - 1)), current: nil)
      }
      let routes = Routing.crtcs(for: demands, count: count, mayMove: true)
      let used = routes.compactMap { $0 }
      #expect(Set(used).count == used.count)
      for (demand, route) in zip(demands, routes) {
        if let route { #expect(demand.possible >> UInt32(route) & 1 == 1) }
      }
      #expect(used.count == best(demands[...], free: (1 << UInt32(count)) - 1))
    }
  }

  private func best(_ demands: ArraySlice<Routing.Demand>, free: UInt32) -> Int {
    guard let first = demands.first else { return 0 }
    var most = best(demands.dropFirst(), free: free)
    for crtc in UInt32(0)..<32 where first.possible & free & 1 << crtc != 0 {
      most = max(most, 1 + best(demands.dropFirst(), free: free & ~(1 << crtc)))
    }
    return most
  }
}
