import Meters
import Notation

extension Target {
  /// What the programs write whose progress is followed: whatever it is, and wherever it is cut.
  static let meter = Target("meter") { bytes in
    for format in Meter.Format.allCases {
      for isAmid in [false, true] {
        var meter = Meter(format, amidOutput: isAmid, total: isAmid ? 1e6 : nil)
        for piece in pieces(bytes) {
          for reading in meter.take(piece) + (meter.unfinished.map { [$0] } ?? []) {
            if let fraction = reading.fraction { require((0...1).contains(fraction)) }
            for words in [reading.label, reading.failure] {
              if let words { require(words.count <= 256 && words.isValidUTF8) }
            }
            if let phase = reading.phase { require(Reading.phases.contains(phase)) }
          }
        }
      }
    }
  }
}
