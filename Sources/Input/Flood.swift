public import Notation

/// How many events devices send, and what follows. Pure: times come in, in nanoseconds.
///
/// Nobody types or touches as fast as a broken device can send. While one does, all are looked at less often, which costs
/// the others a moment, and what that one says does not count.
public struct Flood {
  /// The device that sends too much now.
  public private(set) var source: Bytes?
  private var named = Bytes()
  private var began: Int64 = 0
  /// Since then, and since the last look.
  private var all = 0, recent = 0
  private var last = Bytes()

  /// Events a second that are too many.
  public static var limit: Int { 10_000 }
  /// So many between two looks are much.
  private static var much: Int { 32 }

  public init() {}

  /// Counts an event; returns whether it counts.
  public mutating func take(from name: Bytes) -> Bool {
    recent += 1
    if last != name { last = name }
    return name != source
  }

  /// To be called after each look: how long to rest before the next, in milliseconds. `source` is set while it is one device.
  public mutating func rest(now: Int64) -> Int32 {
    let isMuch = recent >= Flood.much
    all += recent
    recent = 0
    if source != nil, !isMuch { source = nil }
    if source != nil || now - began > 1_000_000_000 {
      (all, began) = (0, now)
    } else if all > Flood.limit {
      source = last  // of so many nearly all are of one
    }
    return source != nil ? 50 : isMuch ? 4 : 0
  }

  /// The line to say when a device has been found out; nil where it was said.
  public mutating func complaint() -> Bytes? {
    guard let source, source != named else { return nil }
    named = source
    return
      "\(source) sends more than \(Flood.limit) events a second and is not heeded until it is quiet: unplug it, or replace it"
  }
}
