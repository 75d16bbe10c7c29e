import Foundation
import SeededRandom
import Testing

/// The functions of libm that CLinux replaces, which the linker takes for these calls, against those of the library.
@Suite struct RoundingTests {
  private typealias Function = @convention(c) (Double) -> Double

  /// A function of the library itself.
  private static func libm(_ name: String) throws -> Function {
    let library = try #require(dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL))
    return unsafeBitCast(try #require(dlsym(library, name)), to: Function.self)
  }

  @Test func resultsAreThoseOfLibm() throws {
    let pairs: [(Function, Function)] = [
      ({ floor($0) }, try Self.libm("floor")), ({ ceil($0) }, try Self.libm("ceil")),
      ({ trunc($0) }, try Self.libm("trunc")), ({ round($0) }, try Self.libm("round")),
      ({ sqrt($0) }, try Self.libm("sqrt")),
    ]
    var random = SeededRandom(seed: 1)
    var numbers = [
      0, 0.5, 1, 1.5, 2.5, 0.49999999999999994, 0x1p51 + 0.5, 0x1p52, 0x1p53 + 1, 1e300, .leastNonzeroMagnitude,
      .infinity,
    ]
    for _ in 0..<20_000 {
      numbers.append(.random(in: 0...100, using: &random))
      numbers.append(Double(Int.random(in: 0...1000, using: &random)) / 2)
      let bits = Double(bitPattern: UInt64.random(in: 0...UInt64.max >> 1, using: &random))
      if !bits.isNaN { numbers.append(bits) }
    }
    for number in numbers + numbers.map({ -$0 }) {
      for (index, (own, libm)) in pairs.enumerated() where index < 4 || number >= 0 {
        let (result, expected) = (own(number), libm(number))
        #expect(result.bitPattern == expected.bitPattern, "function \(index) of \(number): \(result), not \(expected)")
      }
    }
    for (own, _) in pairs { #expect(own(.nan).isNaN) }
  }
}
