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
    return layout(
      around: loader.visible(at: moment).last?.item.content, texts(at: moment), at: moment, on: screen,
      readable(context))
  }

  private func layout(
    around loader: AnyLoader?, _ texts: [TextLines], at moment: Moment, on screen: Area, _ context: Context
  ) -> Layout {
    var contents = Layout.Contents(style: style)
    contents.loader = loader
    contents.hasBar = !bars.visible(at: moment).isEmpty
    if loader?.isConsole != true { contents.pictures[Layout.Element.logo.rawValue] = visibleLogo?.size }
    contents.pictures[Layout.Element.watermark.rawValue] = style.watermark?.size
    for (element, lines) in texts where loader?.standsAlone != true || element != .title && element != .subtitle {
      contents.texts[element.rawValue] = lines.map { $0.text }.filter { !$0.isEmpty }
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
    let label = Color.label(textScheme), secondary = Color.secondaryText(textScheme), texts = texts(at: moment)
    var visible = loader.visible(at: moment)
    let layout = self.layout(around: visible.last?.item.content, texts, at: moment, on: screen, context)
    // What covers the screen at once is below what leaves.
    if let last = visible.last, last.item.content.fadesItself, last.item.fade.leaves == nil {
      visible.insert(visible.removeLast(), at: 0)
    }
    for (item, opacity) in visible {
      let loader = item.content, shown = item.fade.leaves == nil ? progress : leavingProgress
      let progress = loader.showsProgress ? shown?.value(at: moment) : nil
      let moving = moment.later(moment.time - Screen.age(of: item.since, at: moment.time), progress: progress)
      let layout = self.layout(around: loader, texts, at: moment, on: screen, context)
      func add(_ pose: Moment, _ opacity: Double) {
        drawOps.addGroup(opacity: opacity) { draw(loader, pose, layout, context, &$0) }
      }
      if stilled < 1 { add(moving, opacity * (1 - stilled)) }
      if stilled > 0 { add(Moment(Landing.stillTime, progress: progress).withReducedMotion, opacity * stilled) }
    }
    for (element, picture) in [(.logo, visibleLogo), (.watermark, style.watermark)]
      as [(Layout.Element, Artwork?)]
    {
      if let picture, let box = layout[element] { Image(picture).draw(in: box, context, into: &drawOps) }
    }
    for (item, opacity) in bars.visible(at: moment) {
      // A bar that leaves together with a loader stays where it was.
      let left = visible.first { item.fade.leaves != nil && $0.item.fade.leaves == item.fade.leaves }?.item.content
      let itsLayout = left.map { self.layout(around: $0, texts, at: moment, on: screen, context) }
      guard let box = itsLayout?[.bar] ?? layout[.bar] else { continue }
      item.content.body(moment, style.barColor ?? label, over: style.barGutter, height: box.height)
        .fade(opacity).draw(in: box, context, into: &drawOps)
    }
    for (element, lines) in texts {
      let isSecondary = element == .subtitle || element == .status || element == .hint
      let color = style[element].color ?? (isSecondary ? secondary : label)
      for (text, opacity) in lines {
        guard let box = layout[element] else { break }
        Label(text, layout.style(of: element)).fill(color).fade(opacity)
          .place(in: box, element == .message ? .bottom : .top, context, into: &drawOps)
      }
    }
  }

  /// The texts of an element with their opacity (0…1): more than one while one replaces another.
  private typealias TextLines = (element: Layout.Element, lines: [(text: Bytes, opacity: Double)])

  /// The elements that have texts, from back to front.
  private func texts(at moment: Moment) -> [TextLines] {
    var all: [TextLines] = []
    for element in [.title, .subtitle, .percent, .status, .hint, .message] as [Layout.Element] {
      let lines = texts(of: element, at: moment)
      if !lines.isEmpty { all.append((element, lines)) }
    }
    return all
  }

  private func texts(of element: Layout.Element, at moment: Moment) -> [(text: Bytes, opacity: Double)] {
    let slot: CrossfadeSlot<Bytes>
    switch element {
    case .title: slot = titles
    case .subtitle: slot = subtitles
    case .status: slot = status
    case .message: slot = message
    case .percent:
      if !style.showsPercent { return [] }
      return progresses.visible(at: moment).map { ("\(Int($0.item.content.value(at: moment) * 100))%", $0.opacity) }
    default: return [(waitHint.text(at: moment), 1)]
    }
    return slot.visible(at: moment).map { ($0.item.content, $0.opacity) }
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
