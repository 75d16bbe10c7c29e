import Raster
import Support

/// All ways to enable an output, the one that worked last and then the best first, and the one that is tried now
/// (docs/display.md, "First picture"). Pure.
struct ModesetFallbacks: Equatable {
  private(set) var configurations: [ModesetConfiguration] = []
  private(set) var index = 0
  /// Bits per pixel of each format.
  private let bits: [Int]

  /// `modes` is the number of modes; `bits` has the bits per pixel of each format.
  init(isAtomic: Bool, rotatesInHardware: Bool, modes: Int, bits: [Int]) {
    self.bits = bits
    for mode in 0..<modes {
      for format in bits.indices {
        if isAtomic {
          for rotates in rotatesInHardware ? [true, false] : [false] {
            for (allowsModeset, resets) in [(false, true), (true, true), (true, false)] {
              // The plane's rotation is one of the properties that are reset.
              if rotates && !resets { continue }
              configurations.append(
                ModesetConfiguration(
                  allowsModeset: allowsModeset, resetsInheritedState: resets, rotatesInHardware: rotates, mode: mode,
                  format: format))
            }
          }
        }
        configurations.append(
          ModesetConfiguration(
            isAtomic: false, allowsModeset: true, resetsInheritedState: false, mode: mode, format: format))
      }
    }
  }

  /// Nil when all were tried.
  var current: ModesetConfiguration? { index < configurations.count ? configurations[index] : nil }

  /// Goes on to the next configuration.
  mutating func next() { index += 1 }

  /// Skips to the next configuration with fewer bits per pixel in the same mode, else to the next mode.
  mutating func reduceMemory() {
    guard let failed = current else { return }
    repeat {
      index += 1
    } while current.map { $0.mode == failed.mode && bits[$0.format] >= bits[failed.format] } ?? false
  }

  /// The current configuration worked: the next start begins with it, and before that without a modeset, because the
  /// display may still be set up. A configuration that failed before would cost a commit, or turn the display off.
  mutating func keepCurrent() {
    guard let worked = current else { return }
    let kept = configurations.filter { $0.isSame(as: worked) }
    configurations = kept + configurations.filter { !$0.isSame(as: worked) }
    index = 0
  }

  /// Starts again with the configuration that worked last, else with the best.
  mutating func restart() { index = 0 }
}
