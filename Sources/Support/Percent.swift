extension Double {
  /// A fraction from 0 to 1 in whole per cent, rounded down. 0.29, which is a little less in binary, is 29.
  public var wholePercent: Int { Int((Swift.min(1, Swift.max(0, self)) * 100 + 1e-9).rounded(.down)) }
}
