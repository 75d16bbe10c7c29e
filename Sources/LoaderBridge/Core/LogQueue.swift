public import Support
public import Varlink

/// Journal lines that wait for `AppendLog`. Calls are batched and rate-limited; when lines arrive faster, the oldest
/// are dropped.
public struct LogQueue {
  /// Lines that are kept; the oldest are dropped.
  static var limit: Int { 200 }
  /// Lines and bytes of one call. loaderd accepts at most 64 KiB; JSON at most doubles lines without control
  /// characters.
  static var batch: (lines: Int, bytes: Int) { (50, 16384) }
  /// Nanoseconds between two calls.
  static var callInterval: Int64 { 100_000_000 }

  private var lines: [Bytes] = []
  private var dropped = 0
  private var nextCallTime: Int64 = 0

  /// Starts empty.
  public init() {}

  /// Appends a line that ``LogLine`` formatted.
  public mutating func add(_ line: Bytes) {
    lines.append(line)
    if lines.count > LogQueue.limit {
      lines.removeFirst()
      dropped += 1
    }
  }

  /// When ``nextCall(now:)`` returns a call, in CLOCK_MONOTONIC nanoseconds; nil when there are no lines.
  public var deadline: Int64? { lines.isEmpty ? nil : nextCallTime }

  /// A call with the oldest lines; nil before ``deadline``. Its first line counts the dropped lines, if there are any.
  public mutating func nextCall(now: Int64) -> Call? {
    if lines.isEmpty || now < nextCallTime { return nil }
    nextCallTime = now + LogQueue.callInterval
    var batch: [Bytes] = dropped > 0 ? ["(\(dropped) lines left out)"] : []
    var bytes = 0, count = 0
    while count < min(lines.count, LogQueue.batch.lines),
      count == 0 || bytes + lines[count].count <= LogQueue.batch.bytes
    {
      bytes += lines[count].count
      batch.append(lines[count])
      count += 1
    }
    lines.removeFirst(count)
    dropped = 0
    return .log(batch)
  }
}
