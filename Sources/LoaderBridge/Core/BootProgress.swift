import Support
public import Varlink

/// The boot's progress as systemd estimates it, which may go back there and does not here.
public struct BootProgress {
  private var value = 0.0
  private var told: Double?

  public init() {}

  /// The boot is over.
  public var isDone: Bool { value >= 1 }

  public mutating func take(_ value: Double) { self.value = max(self.value, min(value, 1)) }

  public mutating func call() -> Call? {
    // A thousandth is less than a pixel of most bars.
    if value == 0 || told.map({ value - $0 < 0.001 && value < 1 || $0 == value }) ?? false { return nil }
    told = value
    return .progress(value)
  }

  public mutating func forget() { if !isDone { told = nil } }
}
