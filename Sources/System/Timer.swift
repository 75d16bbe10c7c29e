internal import CLinux

/// A file descriptor that becomes readable at a time of the monotonic clock.
public final class Timer {
  public let descriptor: FileDescriptor
  private var armed: Int64?

  public init() throws(SystemError) {
    let number = try system("timerfd_create") {
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    }
    descriptor = FileDescriptor(owning: number)
  }

  /// Nanoseconds of the monotonic clock; a time that has passed is now; nil is never.
  public func set(_ time: Int64?) {
    if time == armed { return }
    var setting = itimerspec()
    if let time {
      let time = max(1, time)  // zero would mean never
      setting.it_value = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    }
    timerfd_settime(descriptor.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    armed = time
  }

  /// To be called when it is readable: makes it unreadable until it is set again.
  public func acknowledge() {
    armed = nil
    _ = try? descriptor.read(upTo: 8)  // EAGAIN when it was set anew meanwhile
  }
}
