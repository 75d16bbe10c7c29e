/// The fifth root of a number from 0 to 1, by Newton's method; 0 for negative numbers. Identical on every CPU and libc.
public func fifthRoot(_ number: Double) -> Double {
  if number <= 0 { return 0 }
  var root = 1.0
  for _ in 0..<60 {
    let power = root * root * root * root
    let next = root - (power * root - number) / (5 * power)
    if next == root { break }
    root = next
  }
  return root
}
