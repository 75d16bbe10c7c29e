import Testing

@testable import Display

@Suite struct VblankPhaseTests {
  @Test func periodIsTheMeanOfTheWaits() throws {
    #expect(VblankPhase(times: [0, 16_000_000, 33_000_000, 50_000_000, 66_668_000])?.period == 16_667_000)
    #expect(VblankPhase(times: [0, 16_000_000, 50_000_000, 66_668_000])?.period == 16_667_000, "one vblank was missed")
    #expect(VblankPhase(times: [0, 10_000, 20_000, 30_000]) == nil, "the driver does not block")
    #expect(
      VblankPhase(times: [0, 1_000_000_000, 2_000_000_000]) == nil && VblankPhase(times: [0, 16_000_000]) == nil
        && VblankPhase(times: []) == nil)
    let vblankPhase = try #require(VblankPhase(times: [5, 20_000_005, 40_000_005]))
    #expect(
      vblankPhase.vblank == 40_000_005 && VblankPhase(vblankPhase.bytes) == vblankPhase
        && VblankPhase([1, 2, 3]) == nil)
  }

  @Test(arguments: [0, 7, 16]) func singleLateWakeUpDoesNotChangeThePhase(late: Int) throws {
    let vblankPhase = try #require(
      VblankPhase(times: (0...16).map { 1_000_000_000 + Int64($0) * 10_000_000 + ($0 == late ? 3_000_000 : 0) }))
    let phase = (vblankPhase.vblank + 5_000_000) % 10_000_000 - 5_000_000
    #expect(phase == 0 && vblankPhase.period == 10_000_000, "\(vblankPhase)")
  }
}
