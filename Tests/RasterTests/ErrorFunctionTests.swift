import Foundation
import Testing

@testable import Raster

/// The replacements for functions of libm.
@Suite struct ErrorFunctionTests {
  @Test func exponentialAndErrorFunctionAgreeWithLibm() {
    for x in stride(from: 0.0, to: 30, by: 0.37) {
      #expect(abs(exponential(-x) - exp(-x)) <= 1e-12 * exp(-x))
      #expect(abs(errorFunction(x) - erf(x)) < 2e-7)
    }
  }
}
