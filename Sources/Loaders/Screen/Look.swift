import Raster
import Scene
import Support

/// What a theme decides of a screen in a mode, besides loader and texts.
public struct Look {
  /// What is drawn behind everything else.
  public var background: Backdrop
  /// Selects the colours of the texts and the progress bar.
  public var scheme: Scheme
  /// Sizes, colours and places of the parts.
  public var style: ScreenStyle
  /// A picture above the loader; nil draws none.
  public var logo: Artwork?
  /// When it began to replace the look before it, on the screen's clock.
  var since = Time.zero

  /// Whether it is drawn like another one: they may differ in `since`.
  fileprivate func isSame(as other: Look) -> Bool {
    background == other.background && scheme == other.scheme && style === other.style && logo == other.logo
  }

  /// How much of it has replaced the look before it, 0…1.
  func phase(at moment: Moment) -> Double { Easing.easeInOut(moment.progress(from: since, over: Fade.outTime)) }
}

/// The looks of a screen that are still seen, the newest last. Each replaces the one before it in 0.2 s.
struct Looks {
  private(set) var all: [Look]

  init(_ look: Look) { all = [look] }

  /// The newest look. Setting it has no transition.
  var current: Look {
    get { all[all.count - 1] }
    set { all[all.count - 1] = newValue }
  }

  /// The look at a time, once it has replaced the one before it.
  func settled(at time: Time) -> Look { all.last { $0.since <= time } ?? all[0] }

  /// Changes the look at `time`, with a transition if there is a difference.
  mutating func change(at time: Time, _ change: (inout Look) -> Void) {
    var new = current
    change(&new)
    if new.isSame(as: current) { return }
    if all.count > 1, current.since == time {  // it has never been seen
      current = new
      return
    }
    removeFinished(at: time)
    if all.count > 11 { all.removeFirst() }  // bounds memory and drawing time for clients that call very often
    new.since = time
    all.append(new)
  }

  /// From when on `removeFinished` has something to release; nil if all are seen.
  var finishTime: Time? { all.count > 1 ? all[1].since + Fade.outTime : nil }

  /// Releases the looks that are not seen any more at `time`.
  mutating func removeFinished(at time: Time) {
    while let finishTime, finishTime <= time { all.removeFirst() }
  }

  /// A colour, while it changes also one between the looks'.
  func color(at moment: Moment, _ color: (Look) -> Color) -> Color {
    var shown = color(all[0])
    for look in all.dropFirst() { shown = shown.mixed(with: color(look), by: look.phase(at: moment)) }
    return shown
  }

  /// The pictures of a part with their opacity (0…1), from back to front: more than one while one replaces another.
  func pictures(
    at moment: Moment, _ picture: (Look) -> Artwork?
  ) -> [(picture: Artwork, leaves: Time?, opacity: Double)] {
    if all.count == 1 { return picture(current).map { [($0, nil, 1)] } ?? [] }
    var shown: [(picture: Artwork?, leaves: Time?, opacity: Double)] = []
    for look in all {
      let new = picture(look)
      if let last = shown.last, last.picture == new { continue }
      let phase = shown.isEmpty ? 1 : look.phase(at: moment)
      for index in shown.indices {
        shown[index].opacity *= 1 - phase
        shown[index].leaves = shown[index].leaves ?? look.since
      }
      shown.append((new, nil, phase))
    }
    var visible: [(picture: Artwork, leaves: Time?, opacity: Double)] = []
    for item in shown where item.opacity > 0 {
      if let picture = item.picture { visible.append((picture, item.leaves, item.opacity)) }
    }
    return visible
  }

  /// How much is shown of a part that not all looks have, 0…1, and since when it leaves; nil if it does not.
  func presence(at moment: Moment, _ has: (Look) -> Bool) -> (opacity: Double, leaves: Time?) {
    var opacity = 1.0, leaves: Time?
    for (index, look) in all.enumerated() {
      let hasPart = has(look)
      opacity += ((hasPart ? 1 : 0) - opacity) * (index == 0 ? 1 : look.phase(at: moment))
      leaves = hasPart ? nil : leaves ?? look.since
    }
    return (opacity, leaves)
  }

  /// Adds the draw operations of the background: over the colour of the newest one, which the renderer clears to.
  func drawBackground(on screen: Area, at moment: Moment, _ context: Context, into drawOps: inout [DrawOp]) {
    if all.count == 1 { return current.background.draw(on: screen, context, into: &drawOps) }
    let phases = [1] + all.dropFirst().map { $0.phase(at: moment) }, first = phases.lastIndex { $0 >= 1 } ?? 0
    var last = all[first].background
    if last.color != current.background.color {
      Rectangle().fill(last.color).draw(in: screen, context, into: &drawOps)
    }
    last.draw(on: screen, context, into: &drawOps)
    for index in all.indices.dropFirst(first + 1) where all[index].background != last {
      last = all[index].background
      drawOps.addGroup(opacity: phases[index]) {
        Rectangle().fill(last.color).draw(in: screen, context, into: &$0)
        last.draw(on: screen, context, into: &$0)
      }
    }
  }
}
