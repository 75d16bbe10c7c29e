import Raster
import Scene
import Support

/// The layout of a frame, and what it is for.
struct FrameLayout {
  let layout: Layout
  let moment: Moment
  /// The size of the picture in pixels.
  let pixels: Size
  /// The scale of the display, and the fonts.
  let display: Context
}

/// What is in front of the background: loaders, pictures, bar and texts, each in its place.
extension Screen {
  /// Draws everything but the background, from back to front.
  func drawContents(_ frame: FrameLayout, _ parts: StillParts, _ drawOps: inout [DrawOp]) {
    drawLoaders(frame, &drawOps)
    drawOps += parts.pictures
    drawBar(frame, &drawOps)
    drawOps += parts.texts
  }

  /// What is drawn besides the loaders and the bar. The moment records when it changes, which is also when a loader or
  /// a bar comes or leaves.
  func stillParts(at moment: Moment, on pixels: Size, _ display: Context) -> StillParts {
    loader.recordChanges(in: moment)
    bars.recordChanges(in: moment)
    let layout = layout(at: moment, on: pixels, display)
    let frame = FrameLayout(layout: layout, moment: moment, pixels: pixels, display: display)
    var background: [DrawOp] = [], pictures: [DrawOp] = [], texts: [DrawOp] = []
    drawBackground(layout, at: moment, on: pixels, display, &background)
    draw(logos(at: moment), .logo, frame, &pictures)
    draw(looks.pictures(at: moment) { $0.style.watermark }, .watermark, frame, &pictures)
    for element in Screen.textElements { drawTexts(of: element, frame, &texts) }
    return StillParts(frame, background: background, pictures: pictures, texts: texts)
  }

  /// The layout in which something is drawn that leaves at `time`; nil stays.
  private func layout(of frame: FrameLayout, leaving time: Time?) -> Layout {
    time == nil ? frame.layout : layout(before: time, at: frame.moment, on: frame.pixels, frame.display)
  }

  private func drawLoaders(_ frame: FrameLayout, _ drawOps: inout [DrawOp]) {
    let items = loader.items, stilled = landing?.phase(.still, at: frame.moment) ?? 0
    // What covers the screen at once is below what leaves.
    let coversAtOnce = items.last.map { $0.content.fadesItself && $0.fade.leaves == nil } ?? false
    if coversAtOnce { draw(items[items.count - 1], stilled, frame, &drawOps) }
    for index in 0..<(items.count - (coversAtOnce ? 1 : 0)) { draw(items[index], stilled, frame, &drawOps) }
  }

  /// Draws a loader; `stilled` is how much of its still picture is seen, 0…1.
  private func draw(
    _ item: CrossfadeSlot<AnyLoader>.CrossfadeItem, _ stilled: Double, _ frame: FrameLayout, _ drawOps: inout [DrawOp]
  ) {
    let moment = frame.moment, opacity = item.fade.opacity(at: moment)
    if opacity == 0, item.fade.leaves != nil { return }
    let loader = item.content
    let (progress, presence) =
      loader.showsProgress ? progress(of: item.fade, isGiven: loader.progress != nil, at: moment) : (nil, 1)
    let moving = moment.later(
      moment.time - Screen.age(of: item.since, at: moment.time), progress: progress, presence: presence)
    let layout = layout(of: frame, leaving: item.fade.leaves)
    drawOps.addGroup(opacity: opacity * layout.presence(of: .loader)) { drawOps in
      if stilled < 1 { loader.draw(moving, placedBy: layout, on: frame.pixels, &drawOps) }
      if stilled == 0 { return }
      drawOps.addGroup(opacity: stilled) { drawOps in
        // The still picture hides the moving one, so that what both have keeps its brightness.
        if stilled < 1 {
          let screen = layout.context.screen(of: frame.pixels)
          Rectangle().fill(looks.current.background.color).draw(in: screen, layout.context, into: &drawOps)
          drawBackground(layout, at: moment, on: frame.pixels, frame.display, &drawOps)
        }
        let still = Moment(Landing.stillTime, progress: progress).withReducedMotion
        loader.draw(still, placedBy: layout, on: frame.pixels, &drawOps)
      }
    }
  }

  private func draw(
    _ pictures: [(picture: Artwork, leaves: Time?, opacity: Double)], _ element: Layout.Element, _ frame: FrameLayout,
    _ drawOps: inout [DrawOp]
  ) {
    for (picture, leaves, opacity) in pictures {
      let layout = layout(of: frame, leaving: leaves)
      guard let box = layout[element] else { continue }
      Image(picture).fade(opacity * layout.presence(of: element)).draw(in: box, layout.context, into: &drawOps)
    }
  }

  private func drawBar(_ frame: FrameLayout, _ drawOps: inout [DrawOp]) {
    let moment = frame.moment
    for (item, opacity) in bars.visible(at: moment) {
      let layout = layout(of: frame, leaving: item.fade.leaves)
      guard var box = layout[.bar] else { continue }
      box = layout.context.onWholeRows(box)
      let color = color(at: moment) { visible($0.style.barColor, $0, $1) ?? Color.label($1) }
      let gutter = self.color(at: moment) { visible($0.style.barGutter, $0, $1) ?? ScreenStyle.standardGutter }
      item.content.body(moment, color, over: gutter, height: box.height)
        .fade(opacity * layout.presence(of: .bar)).draw(in: box, layout.context, into: &drawOps)
    }
  }

  private func drawTexts(of element: Layout.Element, _ frame: FrameLayout, _ drawOps: inout [DrawOp]) {
    for (text, leaves, opacity) in texts(of: element, at: frame.moment) where !text.isEmpty {
      let layout = layout(of: frame, leaving: leaves)
      guard let box = layout[element] else { continue }
      let color = color(at: frame.moment) { textColor(of: element, $0, $1) }
      var context = layout.context
      context.leastTextSize = 0  // the layout has applied it
      for placement in layout.placements(of: element) {
        let label = Label(text, placement.style)
        let size = label.size(offered: Size(placement.width, .infinity), context)
        label.fill(color).fade(opacity * layout.presence(of: element) * placement.presence)
          .draw(in: box.aligned(size, element == .message ? .bottom : .top), context, into: &drawOps)
      }
    }
  }
}
