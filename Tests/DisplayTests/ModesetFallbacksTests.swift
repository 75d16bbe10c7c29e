import Testing

@testable import Display

@Suite struct ModesetFallbacksTests {
  @Test func fallbacksAreOrderedFromLeastToMostIntrusive() {
    let fallbacks = ModesetFallbacks(isAtomic: true, rotatesInHardware: true, modes: 1, bits: [32, 16])
    let first = fallbacks.configurations.filter { $0.format == 0 }
    #expect(first.map { $0.rotatesInHardware } == [true, true, false, false, false, false])
    #expect(first.map { $0.allowsModeset } == [false, true, false, true, true, true])
    #expect(first.map { $0.resetsInheritedState } == [true, true, true, true, false, false])
    #expect(first.map { $0.isAtomic } == [true, true, true, true, true, false])
    #expect(fallbacks.configurations.count == 12)
    #expect(ModesetFallbacks(isAtomic: false, rotatesInHardware: true, modes: 3, bits: [32]).configurations.count == 3)
  }

  @Test func theConfigurationThatWorkedComesFirst() {
    var fallbacks = ModesetFallbacks(isAtomic: true, rotatesInHardware: false, modes: 2, bits: [32, 16])
    let all = fallbacks.configurations
    for _ in 0..<9 { fallbacks.next() }  // mode 1, 32 bits, with a modeset
    let worked = fallbacks.current
    fallbacks.keepCurrent()
    #expect(fallbacks.current == all[8], "without a modeset")
    fallbacks.next()
    #expect(fallbacks.current == worked)
    fallbacks.next()
    #expect(fallbacks.current == all[0])
    let others = Array(all[..<8]) + Array(all[10...])
    #expect(Array(fallbacks.configurations.dropFirst(2)) == others)
    fallbacks.restart()
    #expect(fallbacks.current == all[8])
  }

  @Test func reduceMemorySkipsToFewerBitsThenToTheNextMode() {
    var fallbacks = ModesetFallbacks(isAtomic: true, rotatesInHardware: false, modes: 2, bits: [32, 24, 16, 16])
    fallbacks.reduceMemory()
    #expect(fallbacks.current?.format == 1 && fallbacks.current?.mode == 0)
    fallbacks.reduceMemory()
    #expect(fallbacks.current?.format == 2)
    fallbacks.reduceMemory()
    #expect(fallbacks.current?.mode == 1 && fallbacks.current?.format == 0)
  }
}
