import Progress
import Support

@testable import Daemon

extension Target {
  /// The file with the durations of earlier boots.
  static let durationHistory = Target("duration-history") { bytes in
    let history = DurationHistory(Bytes(bytes))
    let text = history.text
    require(DurationHistory(text).text == text)
    var screen = FuzzScreen()
    screen.model.setDurationHistory(history, estimating: true, at: screen.time)
    screen.draw(width: 32, height: 32)
  }
}
