import ProgressParsers
import Support

extension Target {
  /// The output of programs whose progress is followed, in all formats and in parts of any size.
  static let progressParser = Target("progress-parser") { bytes in
    for format in ProgressParser.Format.allCases {
      for isAmid in [false, true] {
        var parser = ProgressParser(format, amidOutput: isAmid, total: isAmid ? 1e6 : nil)
        for piece in pieces(bytes) {
          for sample in parser.feed(piece) + (parser.unfinished.map { [$0] } ?? []) {
            if let fraction = sample.fraction { require((0...1).contains(fraction)) }
            for text in [sample.label, sample.failure] {
              if let text { require(text.count <= 256 && text.isValidUTF8) }
            }
            if let phase = sample.phase { require(ProgressSample.phases.contains(phase)) }
          }
        }
      }
    }
  }
}
