import System
import Support

/// A display's own rhythm: when a vblank was, and nanoseconds from one to the next.
struct VblankPhase: Equatable {
  let vblank: Int64, period: Int64

  /// Waits for some vblanks; nil where the driver does not tell of them.
  init?(of framebuffer: Framebuffer) {
    var times: [Int] = []
    while times.count < 17 {
      if !framebuffer.waitForVblank() { return nil }
      times.append(Int(Clock.nanoseconds))
    }
    self.init(times)
  }

  /// From the times at which waiting ended; nil where a driver did not wait, or hardly ever came back.
  ///
  /// Who is late for one vblank waits for the next: so the mean is that over all that came, as the usual wait counts them.
  /// Who woke up late says nothing at either end.
  init?(_ times: [Int]) {
    guard times.count > 2 else { return nil }
    let gaps = (1..<times.count).map { times[$0] - times[$0 - 1] }
    let usual = gaps.ordered(by: <)[gaps.count / 2]
    guard FramebufferLayout.isPeriod(Double(usual)) else { return nil }
    var first = 0, last = gaps.count
    while abs(gaps[first] - usual) > usual / 8 { first += 1 }
    while abs(gaps[last - 1] - usual) > usual / 8 { last -= 1 }
    let all = times[last] - times[first]
    (vblank, period) = (Int64(times[last]), Int64(all / ((all + usual / 2) / usual)))
  }

  /// From `bytes` of another one.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == MemoryLayout<VblankPhase>.size else { return nil }
    self = bytes.withUnsafeBytes { $0.loadUnaligned(as: VblankPhase.self) }
  }

  var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}
