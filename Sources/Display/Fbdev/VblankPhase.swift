import Support
import System

/// The vblank phase of a display: the time of one vblank and the period, in nanoseconds.
struct VblankPhase: Equatable {
  let vblank: Int64, period: Int64

  /// Blocks for 17 vblanks; nil where the driver does not report them.
  init?(of device: FbdevDevice) {
    var times: [Int64] = []
    while times.count < 17 {
      if !device.waitForVblank() { return nil }
      times.append(Clock.nanoseconds)
    }
    self.init(times: times)
  }

  /// Computes the phase from the times at which waits ended; nil where the driver does not block, or has an implausible
  /// period.
  ///
  /// A wait that starts too late ends at the vblank after, so the mean is taken over the number of periods that the
  /// median wait indicates. Outliers at either end are ignored.
  init?(times: [Int64]) {
    guard times.count > 2 else { return nil }
    let gaps = (1..<times.count).map { times[$0] - times[$0 - 1] }
    let usual = gaps.ordered(by: <)[gaps.count / 2]
    guard FramebufferLayout.isPeriod(Double(usual)) else { return nil }
    var first = 0, last = gaps.count
    while abs(gaps[first] - usual) > usual / 8 { first += 1 }
    while abs(gaps[last - 1] - usual) > usual / 8 { last -= 1 }
    let all = times[last] - times[first]
    (vblank, period) = (times[last], all / ((all + usual / 2) / usual))
  }

  /// Decodes `bytes`, as the worker process has written them.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == MemoryLayout<VblankPhase>.size else { return nil }
    self = bytes.withUnsafeBytes { $0.loadUnaligned(as: VblankPhase.self) }
  }

  /// The bytes of this value, which the worker process writes to the memory that it shares with the daemon.
  var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}
