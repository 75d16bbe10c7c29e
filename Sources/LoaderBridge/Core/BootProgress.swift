import Support
public import Varlink

/// The progress of the boot as systemd estimates it (property `Progress` of org.freedesktop.systemd1(5)).
///
/// systemd's value may decrease when jobs are added; the value that is sent to loaderd never does.
public struct BootProgress {
  private var value = 0.0
  /// The last value that was sent; nil when none was.
  private var sent: Double?

  /// Starts at 0.
  public init() {}

  /// Whether the boot has finished.
  public var isDone: Bool { value >= 1 }

  /// Records an estimate. Values lower than an earlier one are ignored, values above 1 count as 1.
  public mutating func update(_ value: Double) {
    // The boot was over when this process started: what the bar shows is not the boot's.
    if self.value == 0, value >= 1 { sent = 1 }
    self.value = max(self.value, min(value, 1))
  }

  /// The next call to send; nil when loaderd has the current value.
  public mutating func nextCall() -> Call? {
    // A thousandth is less than a pixel of most bars.
    if value == 0 || sent.map({ value - $0 < 0.001 && value < 1 || $0 == value }) ?? false { return nil }
    sent = value
    return .progress(value)
  }

  /// Sends the value again, because loaderd was restarted. A finished boot is not sent again.
  public mutating func markUnsent() { if !isDone { sent = nil } }
}
