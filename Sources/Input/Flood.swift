public import Notation

/// How many events devices send, and what follows. Pure: times come in, in nanoseconds.
///
/// Nobody types or touches as fast as a broken device can send. While one does, all are looked at less often, which costs
/// the others a moment, and what that one says does not count.
public struct Flood {
  /// The device that sends too much.
  public private(set) var source: Bytes?
  /// Until then it is not heeded.
  private var end: Int64 = 0
  private var named: [Bytes] = []
  /// Events since the last look, and since a second began.
  private var recent = 0, all = 0
  private var began: Int64 = 0, lastLook: Int64 = 0
  /// Whose most of them are, by vote (Boyer and Moore, "MJRTY", 1981).
  private var candidate = Bytes()
  private var votes = 0

  /// Events a second that are too many.
  public static var limit: Int { 10_000 }
  /// What the kernel lost because nobody took it in time counts as so many.
  static var loss: Int { 2048 }
  /// So many between two looks are still too many.
  private static var much: Int { 32 }
  /// Nanoseconds without so many after which all is well again.
  private static var quiet: Int64 { 30_000_000_000 }
  /// Nanoseconds between two looks at least: nobody feels them.
  private static var pause: Int64 { 4_000_000 }

  public init() {}

  /// Counts events; returns whether they count.
  public mutating func take(_ count: Int = 1, from name: Bytes) -> Bool {
    recent += count
    if name == candidate {
      votes += count
    } else if votes < count {
      (candidate, votes) = (name, count)
    } else {
      votes -= count
    }
    return name != source
  }

  /// To be called after each look: how long to rest before the next, in milliseconds. `source` is set while it is one device.
  public mutating func rest(now: Int64) -> Int32 {
    if now - began > 1_000_000_000 { (all, votes, began) = (0, 0, now) }
    all += recent
    if all > Flood.limit, recent > 0 { (source, end) = (candidate, now + Flood.quiet) }
    if source != nil, recent >= Flood.much { end = now + Flood.quiet }
    if end <= now { source = nil }
    let isSoon = now - lastLook < Flood.pause
    (recent, lastLook) = (0, now)
    return source != nil ? 50 : isSoon ? 4 : 0
  }

  /// The line to say when a device has been found out; nil where it was said.
  public mutating func complaint() -> Bytes? {
    guard let source, !named.contains(source), named.count < 16 else { return nil }
    named.append(source)
    return
      "\(source) sends more than \(Flood.limit) events a second and is not heeded until it was quiet for 30 s: unplug it, or replace it"
  }
}
