public import Support

/// A report about the progress of an operation, for `ProgressModel.apply`.
public struct ProgressUpdate {
  /// The progress of the phase, or of the task if it has no phases, 0…1; nil if it is unknown.
  public var fraction: Double?
  /// The name of the phase that `fraction` is for; nil for the current phase.
  public var phase: Bytes?
  /// The announcement of all phases in their order; empty if they are not announced.
  public var phases: [Phase] = []
  /// The name of the task, if several run at the same time; "" for the default task.
  public var task: Bytes = ""
  /// The part of an operation that continues after a reboot: number 1…count, count 1…99; nil if there is only one.
  public var part: (number: Int, count: Int)?
  /// Whether the remaining time is to be displayed from now on.
  public var showsTimeLeft = false

  /// An update of the current phase of the default task with unknown progress.
  public init() {}
}
