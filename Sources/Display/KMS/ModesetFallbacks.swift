import Raster

/// One way to light a screen.
struct ModesetConfiguration: Equatable {
  var isAtomic = true
  /// Whether the CRTC may be set up anew, which can go dark for a moment.
  var allowsModeset = false
  /// Whether only what must be said is said: no planes, gamma and the like that an earlier master left.
  var resetsInheritedState = false
  /// Whether the plane turns the picture; else the copy does.
  var turnsInHardware = false
  /// The place in the list of modes.
  var mode = 0
  /// The place in the list of formats.
  var format = 0
}

/// All ways to light a screen, the best first, and the one that is tried now. Pure.
struct ModesetFallbacks: Equatable {
  private(set) var attempts: [ModesetConfiguration] = []
  private(set) var index = 0

  /// `bits` has the bits a pixel of each format.
  init(isAtomic: Bool, turnsInHardware: Bool, modes: Int, bits: [Int]) {
    self.bits = bits
    for mode in 0..<modes {
      for format in bits.indices {
        let way = ModesetConfiguration(mode: mode, format: format)
        if isAtomic {
          for turns in turnsInHardware ? [true, false] : [false] {
            for (allows, resetsInheritedState) in [(false, false), (true, false), (true, true)] {
              if resetsInheritedState && turns { continue }
              attempts.append(
                way.with(allowsModeset: allows, resetsInheritedState: resetsInheritedState, turnsInHardware: turns))
            }
          }
        }
        attempts.append(ModesetConfiguration(isAtomic: false, allowsModeset: true, mode: mode, format: format))
      }
    }
  }

  private let bits: [Int]

  /// Nil when all were tried.
  var current: ModesetConfiguration? { index < attempts.count ? attempts[index] : nil }

  mutating func next() { index += 1 }

  /// Goes on to the next with fewer bits a pixel in the same mode, else in a later mode.
  mutating func shrink() {
    guard let failed = current else { return }
    repeat {
      index += 1
    } while current.map { $0.mode == failed.mode && bits[$0.format] >= bits[failed.format] } ?? false
  }

  mutating func restart() { index = 0 }
}

extension ModesetConfiguration {
  fileprivate func with(allowsModeset: Bool, resetsInheritedState: Bool, turnsInHardware: Bool) -> ModesetConfiguration
  {
    var attempt = self
    (attempt.allowsModeset, attempt.resetsInheritedState, attempt.turnsInHardware) = (
      allowsModeset, resetsInheritedState, turnsInHardware
    )
    return attempt
  }
}
