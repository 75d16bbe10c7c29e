internal import CLinux

/// Scheduling priority of this process.
public enum Priority {
  /// Sets the nice value to -10, because a late frame is visible. Without permission the priority stays as it is.
  public static func raise() { linux_raise_priority() }
}
