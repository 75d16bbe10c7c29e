internal import CLinux

/// A timer as a file descriptor (timerfd_create(2)).
public final class Timer {
  /// Readable when the timer has expired.
  public let descriptor: FileDescriptor
  /// The time that is set; nil if none is.
  private var armed: Int64?
  /// Whether the descriptor is readable.
  private var hasExpired = false

  /// A timer that is not set. Throws the errno of timerfd_create(2).
  public init() throws(SystemError) {
    let number = try system("timerfd_create") {
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    }
    descriptor = FileDescriptor(owning: number)
  }

  /// Sets the time of expiry (CLOCK_MONOTONIC, ns). A time in the past expires at once; nil disarms the timer.
  public func set(_ time: Int64?) {
    if time == armed, !hasExpired { return }
    var setting = itimerspec()
    if let time {
      // Zero would disarm the timer, and kernels before 5.1 know no later time on 32-bit processors.
      let time = max(1, min(time, Int64(Int32.max) * 1_000_000_000))
      setting.it_value = timespec(tv_sec: time_t(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    }
    timerfd_settime(descriptor.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    armed = time
    hasExpired = false
  }

  /// To be called when ``descriptor`` is readable: the next call of ``set(_:)``, which must follow, ends that.
  public func acknowledge() { hasExpired = true }
}
