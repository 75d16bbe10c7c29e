public import Support

/// What somebody says about the work that goes on.
public struct ProgressUpdate {
  /// 0…1; nil where nobody knows.
  public var fraction: Double?
  public var phase: Bytes?
  /// All phases, in their order, where they are announced.
  public var phases: [Phase] = []
  /// Which of the things that go on at once; "" is the only one.
  public var task: Bytes = ""
  /// "2 of 3": the work goes on after a reboot.
  public var part: (number: Int, count: Int)?
  /// Whether the time that is left is to be shown.
  public var estimates = false

  public init() {}
}
