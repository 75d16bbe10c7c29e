public import Raster
public import Scene
public import Support
import Text

/// The composed picture of a display: background, logo, a loader, a title, a progress bar and a status line below the
/// loader, and a message at the bottom. `Layout` places them.
///
/// All times are on one clock, the screen's clock. The caller passes the current time when a frame is drawn.
public struct Screen {
  /// What is drawn behind everything else.
  public var background: Backdrop
  /// Selects the colours of the texts and the progress bar.
  public var scheme: Scheme
  /// Sizes, colours and places of the parts.
  public var style = ScreenStyle(ParameterValues(defaultsOf: Theme.keys))
  /// A picture above the loader; nil draws none.
  public var logo: Artwork?
  /// True for a round display: texts and loaders stay within its circle.
  public var isRound = false
  /// The loader in the middle.
  public var loader = CrossfadeSlot<AnyLoader>()
  /// The line below the progress bar, UTF-8.
  public var status = CrossfadeSlot<Bytes>()
  /// The line at the bottom, UTF-8.
  public var message = CrossfadeSlot<Bytes>()
  /// Heading between the loader and the progress bar, UTF-8.
  public var titles = CrossfadeSlot<Bytes>()
  /// Line below the title, UTF-8.
  public var subtitles = CrossfadeSlot<Bytes>()
  /// The progress, shown by the loader or the bar, and as a number where the style asks for it.
  private var progresses = CrossfadeSlot<ProgressAnimation>()
  /// What the progress bar shows; without a current one while the loader shows the progress.
  private var bars = CrossfadeSlot<ProgressAnimation>()
  /// What a loader with `showsProgress` shows while it leaves.
  private var leavingProgress: ProgressAnimation?
  /// The line below the status line.
  public var waitHint = WaitHint()
  /// The end of the screen; nil until it begins.
  public var landing: Landing?
  private let layouts = LayoutCache()

  /// An empty screen.
  public init(background: Backdrop, scheme: Scheme) {
    self.background = background
    self.scheme = scheme
  }

  /// The progress; nil is none. A loader with `showsProgress` shows it, else a bar does.
  public var progress: ProgressAnimation? {
    get { progresses.current }
    set { setProgress(newValue, at: .zero, fading: false) }
  }
  /// The current one of `titles`; empty draws none.
  public var title: Bytes {
    get { titles.current ?? "" }
    set { titles.replace(with: newValue, at: .zero, fading: false) }
  }
  /// The current one of `subtitles`; empty draws none.
  public var subtitle: Bytes {
    get { subtitles.current ?? "" }
    set { subtitles.replace(with: newValue, at: .zero, fading: false) }
  }

  /// Changes `progress` at `time`, after `setLoader` if both change. With `fading` the bar fades in and out.
  public mutating func setProgress(_ new: ProgressAnimation?, at time: Time, fading: Bool) {
    progresses.change(to: new, at: time, fading: fading)
    updateBar(at: time, fading: fading)
  }

  /// Replaces the loader at `time`, as `CrossfadeSlot.replace` does. The old one keeps its progress.
  public mutating func setLoader(
    _ new: AnyLoader?, at time: Time, fading: Bool, fadingIn: Bool? = nil, began: Time? = nil
  ) {
    if loader.current?.showsProgress == true { leavingProgress = progress }
    loader.replace(
      with: new, at: time, fading: fading, fadingIn: fadingIn, began: began, fadeOut: new?.fadeOut)
    updateBar(at: time, fading: fading)
  }

  /// The bar comes when nothing else shows the progress, and leaves when the loader shows it.
  private mutating func updateBar(at time: Time, fading: Bool) {
    bars.change(to: loader.current?.showsProgress == true ? nil : progress, at: time, fading: fading)
  }

  /// The loader's animation time at `time` of the screen's clock, for a loader that started at `start`.
  ///
  /// The result is at least 0 and rounded down to milliseconds, so `loaderctl render --at` can reproduce a displayed
  /// frame.
  public static func age(of start: Time, at time: Time) -> Time {
    Time(nanoseconds: max(0, (time - start).nanoseconds) / 1_000_000 * 1_000_000)
  }

  /// The draw operations of a frame of `width` × `height` pixels, from back to front.
  public func drawOps(at moment: Moment, width: Int32, height: Int32, _ context: Context) -> [DrawOp] {
    var drawOps: [DrawOp] = []
    let screen = Area(0, 0, Double(width) / context.scale, Double(height) / context.scale)
    background.draw(on: screen, context, into: &drawOps)
    let faded = landing?.phase(.background, at: moment) ?? 0
    if faded < 1 { drawOps.addGroup(opacity: 1 - faded) { draw(at: moment, on: screen, context, &$0) } }
    return drawOps
  }

  /// The opacity of the picture, 0 to 255.
  public func opacity(at moment: Moment) -> UInt8 {
    UInt8(255 - 255 * (landing?.phase(.transparent, at: moment) ?? 0))
  }

  /// The places of everything on a screen of `width` × `height` pixels.
  public func layout(at moment: Moment, width: Int32, height: Int32, _ context: Context) -> Layout {
    let screen = Area(0, 0, Double(width) / context.scale, Double(height) / context.scale)
    return layout(at: moment, on: screen, readable(context))
  }

  /// The layout at a moment, without the changes at `end` and later: what leaves then does not move because of them.
  ///
  /// When something comes or leaves, the others move to their new places while what leaves fades out. A further change
  /// starts from where everything is.
  @inline(never)
  private func layout(before end: Time? = nil, at moment: Moment, on screen: Area, _ context: Context) -> Layout {
    let last = end.map { min(moment.time, $0 - Time(nanoseconds: 1)) } ?? moment.time
    let changes = changes(from: moment.time - Fade.outTime, to: last)
    guard let first = changes.first else { return settledLayout(at: last, moment, on: screen, context) }
    var layout = settledLayout(at: first - Time(nanoseconds: 1), moment, on: screen, context)
    for time in changes {
      layout = layout.moved(
        to: settledLayout(at: time, moment, on: screen, context),
        by: Easing.easeInOut(moment.progress(from: time, over: Fade.outTime)))
    }
    return layout
  }

  /// The times from `start` to `end` at which something gets or loses its place in the layout, in order.
  private func changes(from start: Time, to end: Time) -> [Time] {
    var times: [Time] = []
    func add(_ time: Time?) {
      guard let time, start < time, time <= end, !times.contains(time) else { return }
      times.insert(time, at: times.firstIndex { time < $0 } ?? times.count)
    }
    for fade in loader.fades + bars.fades + progresses.fades + titles.fades + subtitles.fades + status.fades
      + message.fades
    {
      add(fade.takesRoomSince)
      add(fade.leaves)
    }
    return times
  }

  /// The layout of what has a place at `time`; the moment decides what a text that counts says.
  private func settledLayout(at time: Time, _ moment: Moment, on screen: Area, _ context: Context) -> Layout {
    var contents = Layout.Contents(style: style)
    contents.loader = loader.current(at: time)
    contents.hasBar = bars.current(at: time) != nil
    contents.pictures[Layout.Element.logo.rawValue] = visibleLogo?.size
    contents.pictures[Layout.Element.watermark.rawValue] = style.watermark?.size
    for element in Screen.textElements {
      contents.texts[element.rawValue] = text(of: element, at: time, moment)
    }
    return layouts.layout(of: contents, on: screen, safeArea(of: screen), context)
  }

  /// The context in which text is at least 9 pixels high, on dense displays at least 9 points.
  private func readable(_ context: Context) -> Context {
    var context = context
    context.leastTextSize = 9 * max(1, context.scale)
    return context
  }

  /// Draws everything but the background.
  private func draw(at moment: Moment, on screen: Area, _ context: Context, _ drawOps: inout [DrawOp]) {
    let context = readable(context), stilled = landing?.phase(.still, at: moment) ?? 0
    let label = Color.label(textScheme), secondary = Color.secondaryText(textScheme)
    let layout = self.layout(at: moment, on: screen, context)
    /// The layout in which something that leaves is drawn.
    func layoutOf(leaving time: Time?) -> Layout {
      time == nil ? layout : self.layout(before: time, at: moment, on: screen, context)
    }
    var visible = loader.visible(at: moment)
    // What covers the screen at once is below what leaves.
    if let last = visible.last, last.item.content.fadesItself, last.item.fade.leaves == nil {
      visible.insert(visible.removeLast(), at: 0)
    }
    for (item, opacity) in visible {
      let loader = item.content
      let (progress, presence) = loader.showsProgress ? progress(of: item.fade, at: moment) : (nil, 1)
      let moving = moment.later(
        moment.time - Screen.age(of: item.since, at: moment.time), progress: progress, presence: presence)
      let layout = layoutOf(leaving: item.fade.leaves), opacity = opacity * layout.presence(of: .loader)
      func add(_ pose: Moment, _ opacity: Double) {
        drawOps.addGroup(opacity: opacity) { draw(loader, pose, layout, context, &$0) }
      }
      if stilled < 1 { add(moving, opacity * (1 - stilled)) }
      if stilled > 0 { add(Moment(Landing.stillTime, progress: progress).withReducedMotion, opacity * stilled) }
    }
    for (element, picture) in [(.logo, visibleLogo), (.watermark, style.watermark)]
      as [(Layout.Element, Artwork?)]
    {
      if let picture, let box = layout[element] {
        Image(picture).fade(layout.presence(of: element)).draw(in: box, context, into: &drawOps)
      }
    }
    for (item, opacity) in bars.visible(at: moment) {
      let layout = layoutOf(leaving: item.fade.leaves)
      guard let box = layout[.bar] else { continue }
      item.content.body(moment, style.barColor ?? label, over: style.barGutter, height: box.height)
        .fade(opacity * layout.presence(of: .bar)).draw(in: box, context, into: &drawOps)
    }
    for element in Screen.textElements {
      let isSecondary = element == .subtitle || element == .status || element == .hint
      let color = style[element].color ?? (isSecondary ? secondary : label)
      for (text, leaves, opacity) in texts(of: element, at: moment) where !text.isEmpty {
        let layout = layoutOf(leaving: leaves)
        guard let box = layout[element] else { continue }
        let label = Label(text, layout.style(of: element))
        let size = label.size(offered: Size(layout.textWidth, .infinity), context)
        label.fill(color).fade(opacity * layout.presence(of: element))
          .draw(in: box.aligned(size, element == .message ? .bottom : .top), context, into: &drawOps)
      }
    }
  }

  /// The progress that a loader with these times shows, 0…1, and how much of it: while it becomes known or unknown during
  /// the loader's life, one look replaces the other.
  private func progress(of loader: Fade, at moment: Moment) -> (value: Double?, presence: Double) {
    var absence = 1.0, sum = 0.0, weights = 0.0
    func phase(from time: Time) -> Double { Easing.easeInOut(moment.progress(from: time, over: Fade.outTime)) }
    for item in progresses.items {
      let fade = item.fade, isLeaving = loader.leaves != nil
      if let end = loader.leaves, fade.appeared >= end { continue }
      var presence = fade.fadesIn && fade.appeared > loader.appeared ? phase(from: fade.appeared) : 1
      if let leaves = fade.leaves, loader.leaves.map({ leaves < $0 }) ?? true {
        presence *= leaves > loader.appeared ? 1 - phase(from: leaves) : 0
      }
      absence *= 1 - presence
      let weight = max(presence, 1e-9), shown = isLeaving ? leavingProgress ?? item.content : item.content
      if presence > 0 || fade.leaves == nil {
        (sum, weights) = (sum + shown.value(at: moment) * weight, weights + weight)
      }
    }
    return (weights > 0 ? sum / weights : nil, 1 - absence)
  }

  /// The elements that have texts, from back to front.
  private static var textElements: [Layout.Element] { [.title, .subtitle, .percent, .status, .hint, .message] }

  /// The lines of an element that clients set; nil for one that the screen writes by itself.
  private func lines(of element: Layout.Element) -> CrossfadeSlot<Bytes>? {
    switch element {
    case .title: titles
    case .subtitle: subtitles
    case .status: status
    case .message: message
    default: nil
    }
  }

  /// The text of an element that has a place at `time`; empty for none. The moment decides what it counts.
  private func text(of element: Layout.Element, at time: Time, _ moment: Moment) -> Bytes {
    if let lines = lines(of: element) { return lines.current(at: time) ?? "" }
    if element == .hint { return waitHint.text(at: moment) }
    return style.showsPercent ? progresses.current(at: time).map { $0.percent(at: moment) } ?? "" : ""
  }

  /// The texts of an element with their opacity (0…1): more than one while one replaces another.
  private func texts(
    of element: Layout.Element, at moment: Moment
  ) -> [(text: Bytes, leaves: Time?, opacity: Double)] {
    if let lines = lines(of: element) {
      return lines.visible(at: moment).map { ($0.item.content, $0.item.fade.leaves, $0.opacity) }
    }
    if element == .hint { return [(waitHint.text(at: moment), nil, 1)] }
    if !style.showsPercent { return [] }
    return progresses.visible(at: moment).map {
      ($0.item.content.percent(at: moment), $0.item.fade.leaves, $0.opacity)
    }
  }

  /// The scheme of what is drawn on the background, or on the loader that covers it.
  private var textScheme: Scheme { loader.current?.cover.map { $0.isLight ? .light : .dark } ?? scheme }

  /// The logo of the colour scheme.
  private var visibleLogo: Artwork? { (textScheme == .light ? style.lightLogo : nil) ?? logo }

  /// The area that every display shows: the screen without a margin, in percent of its shorter side. On a round display,
  /// the square with 70 % of the diameter, which lies within the circle.
  private func safeArea(of screen: Area) -> Area {
    let side = min(screen.width, screen.height), margin = 2 * side * style.margin / 100
    if isRound { return screen.aligned(Size(side * 0.7, side * 0.7)) }
    return screen.aligned(Size(screen.width - margin, screen.height - margin))
  }

  /// Draws a loader in its box, or over the whole screen if it has `fillsScreen`.
  private func draw(
    _ loader: AnyLoader, _ moment: Moment, _ layout: Layout, _ context: Context, _ drawOps: inout [DrawOp]
  ) {
    guard let box = layout[.loader] else { return }
    var inner = context
    let least = loader.fillsScreen ? loader.size(.unlimited, context).height : 0
    let factor = loader.fillsScreen ? min(1, box.height / max(1, least)) : layout.loaderFactor
    inner.scale(by: factor, about: box)
    loader.draw(moment, box.resized(by: 1 / factor), inner, &drawOps)
  }
}
