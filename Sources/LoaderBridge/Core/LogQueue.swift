public import Support
public import Varlink

/// Lines on their way to the screen: a few calls a second, and the newest lines when there are too many.
public struct LogQueue {
  /// Lines that wait; the oldest are dropped.
  static var limit: Int { 200 }
  /// Lines and bytes in a call, which has to be below 64 KiB.
  static var batch: (lines: Int, bytes: Int) { (50, 16384) }
  /// Nanoseconds between two calls.
  static var pause: Int64 { 100_000_000 }

  private var lines: [Bytes] = []
  private var dropped = 0
  private var next: Int64 = 0

  public init() {}

  public mutating func add(_ line: Bytes) {
    lines.append(line)
    if lines.count > LogQueue.limit {
      lines.removeFirst()
      dropped += 1
    }
  }

  public var deadline: Int64? { lines.isEmpty ? nil : next }

  public mutating func call(now: Int64) -> Call? {
    if lines.isEmpty || now < next { return nil }
    next = now + LogQueue.pause
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
