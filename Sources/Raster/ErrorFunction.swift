// Replacements for exp and erf of libm. Pictures must be identical on every machine and must not depend on a libc, so
// only arithmetic that IEEE 754 defines exactly is used.

/// e to the power of `x`, for x ≤ 0. The relative error is below 1e-13; below −700 the result is 0.
func exponential(_ x: Double) -> Double {
  if x < -700 { return 0 }
  // e^x = (e^(x/1024))^1024; 7 terms of the Taylor series are exact for the small exponent.
  let small = x / 1024
  var sum = 1.0, term = 1.0
  for index in 1...7 {
    term *= small / Double(index)
    sum += term
  }
  for _ in 0..<10 { sum *= sum }
  return sum
}

/// The error function for x ≥ 0 (Abramowitz and Stegun, 7.1.26); the error is below 1.5e-7.
func errorFunction(_ x: Double) -> Double {
  let t = 1 / (1 + 0.3275911 * x)
  let polynomial = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
  return 1 - polynomial * exponential(-x * x)
}
