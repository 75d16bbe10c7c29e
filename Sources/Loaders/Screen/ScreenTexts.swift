import Scene
import Support

/// The texts of a screen: lines that clients set, the progress as a number, and the hint that the work goes on.
extension Screen {
  /// The elements that have texts, from back to front.
  static let textElements: [Layout.Element] = [.title, .subtitle, .percent, .status, .hint, .message]

  /// The lines of an element that clients set; nil for one that the screen writes by itself.
  func lines(of element: Layout.Element) -> CrossfadeSlot<Bytes>? {
    switch element {
    case .title: titles
    case .subtitle: subtitles
    case .status: status
    case .message: message
    default: nil
    }
  }

  /// The text of an element that has a place at `time`; empty for none. The moment decides what it counts.
  func text(of element: Layout.Element, at time: Time, _ look: Look, _ moment: Moment) -> Bytes {
    if let lines = lines(of: element) { return lines.current(at: time) ?? "" }
    if element == .hint { return waitHints.current(at: time)?.text(at: moment) ?? "" }
    return look.style.showsPercent ? progresses.current(at: time).map { $0.percent(at: moment) } ?? "" : ""
  }

  /// The texts of an element with their opacity (0…1): more than one while one replaces another.
  func texts(
    of element: Layout.Element, at moment: Moment
  ) -> [(text: Bytes, leaves: Time?, opacity: Double)] {
    if let lines = lines(of: element) {
      return lines.visible(at: moment).map { ($0.item.content, $0.item.fade.leaves, $0.opacity) }
    }
    if element == .hint {
      var texts: [(text: Bytes, leaves: Time?, opacity: Double)] = []
      for (item, opacity) in waitHints.visible(at: moment) {
        for (text, part) in item.content.texts(at: moment) { texts.append((text, item.fade.leaves, opacity * part)) }
      }
      return texts
    }
    let (part, leaves) = looks.presence(at: moment) { $0.style.showsPercent }
    if part == 0 { return [] }
    return progresses.visible(at: moment).map { item, opacity in
      (item.content.percent(at: moment), item.fade.leaves ?? leaves, opacity * part)
    }
  }
}
