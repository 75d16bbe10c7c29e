public import Support

/// Limits the CPU time that a broken device with very many events can cost. Pure: times (ns) come in.
///
/// No person types or touches as fast as a broken device sends. While a device does, all devices are read less often
/// (with up to 50 ms of delay), and the events of that device are ignored.
public struct EventRateLimiter {
  /// The device that sends too many events; nil if there is none.
  public private(set) var source: Bytes?
  /// Until then `source` is ignored.
  private var end: Int64 = 0
  /// The devices that were logged.
  private var logged: [Bytes] = []
  /// Events since the last read.
  private var recent = 0
  /// Events since `began`.
  private var all = 0
  /// Start of the current second.
  private var began: Int64 = 0
  private var lastRead: Int64 = 0
  /// The device with the majority of the events (Boyer and Moore, "MJRTY", 1981).
  private var candidate = Bytes()
  private var votes = 0

  /// The maximum number of events per second.
  public static var limit: Int { 10_000 }
  /// The number of events that a buffer overrun in the kernel (SYN_DROPPED) counts as.
  static var overrun: Int { 2048 }
  /// A device that is ignored stays so while this many events come between two reads.
  private static var busyCount: Int { 32 }
  /// Time below `busyCount` after which a device is no longer ignored, in nanoseconds.
  private static var quietTime: Int64 { 30_000_000_000 }
  /// Minimum time between two reads in nanoseconds; too short to be noticed.
  private static var readInterval: Int64 { 4_000_000 }

  /// A limiter without events.
  public init() {}

  /// Counts events of a device. Returns false if they are to be ignored.
  public mutating func count(_ count: Int = 1, from name: Bytes) -> Bool {
    recent += count
    if name == candidate {
      votes += count
    } else if votes < count {
      candidate = name
      votes = count
    } else {
      votes -= count
    }
    return name != source
  }

  /// The delay before the next read in milliseconds. To be called after each read; updates `source`.
  public mutating func delay(now: Int64) -> Int32 {
    if now - began > 1_000_000_000 {
      all = 0
      votes = 0
      began = now
    }
    all += recent
    if all > EventRateLimiter.limit, recent > 0 {
      source = candidate
      end = now + EventRateLimiter.quietTime
    }
    if source != nil, recent >= EventRateLimiter.busyCount { end = now + EventRateLimiter.quietTime }
    if end <= now { source = nil }
    let isSoon = now - lastRead < EventRateLimiter.readInterval
    recent = 0
    lastRead = now
    return source != nil ? 50 : isSoon ? 4 : 0
  }

  /// The line to log about `source`; nil if there is none or it was logged. At most 16 devices are logged.
  public mutating func warning() -> Bytes? {
    guard let source, !logged.contains(source), logged.count < 16 else { return nil }
    logged.append(source)
    return
      "\(source) sends more than \(EventRateLimiter.limit) events/s; ignoring it until it has been quiet for 30 s: unplug or replace it"
  }
}
