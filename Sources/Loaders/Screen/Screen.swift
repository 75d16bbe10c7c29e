public import Raster
public import Scene
public import Support
import Text

/// The composed picture of a display: background, logo, a loader, a title, a progress bar and a status line below the
/// loader, and a message at the bottom. `Layout` places them.
///
/// All times are on one clock, the screen's clock. The caller passes the current time when a frame is drawn.
public struct Screen {
  private(set) var looks: Looks
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
  private(set) var progresses = CrossfadeSlot<ProgressAnimation>()
  /// What the progress bar shows; without a current one while the loader shows the progress.
  private(set) var bars = CrossfadeSlot<ProgressAnimation>()
  /// What loaders with `showsProgress` show while they fade out, with the time at which that starts, oldest first.
  private var leavingProgresses: [(leaves: Time, progress: ProgressAnimation?)] = []
  /// The line below the status line.
  private(set) var waitHints = CrossfadeSlot<WaitHint>()
  private var newestWaitHint = WaitHint()
  /// The end of the screen; nil until it begins.
  public var landing: Landing?
  private let layouts = LayoutCache()

  /// An empty screen.
  public init(background: Backdrop, scheme: Scheme) {
    let style = ScreenStyle(ParameterValues(defaultsOf: Theme.keys))
    looks = Looks(Look(background: background, scheme: scheme, style: style))
  }

  /// What is drawn behind everything else.
  public var background: Backdrop {
    get { looks.current.background }
    set { looks.current.background = newValue }
  }
  /// Selects the colours of the texts and the progress bar.
  public var scheme: Scheme {
    get { looks.current.scheme }
    set { looks.current.scheme = newValue }
  }
  /// Sizes, colours and places of the parts.
  public var style: ScreenStyle {
    get { looks.current.style }
    set { looks.current.style = newValue }
  }
  /// A picture above the loader; nil draws none.
  public var logo: Artwork? {
    get { looks.current.logo }
    set { looks.current.logo = newValue }
  }

  /// Pixels per point, if the loader sets them for the whole screen.
  public var scale: Double? { loader.current?.scale }

  /// Changes the look at `time`; with `fading` in 0.2 s.
  public mutating func changeLook(at time: Time, fading: Bool, _ change: (inout Look) -> Void) {
    if fading { looks.change(at: time, change) } else { change(&looks.current) }
  }

  /// From when on `removeFinished` has something to release; nil if nothing leaves.
  public var finishTime: Time? {
    guard let loader = loader.finishTime, let looks = looks.finishTime else {
      return loader.finishTime ?? looks.finishTime
    }
    return min(loader, looks)
  }

  /// Releases the looks and the loaders that have faded out by `time`.
  public mutating func removeFinished(at time: Time) {
    loader.removeFinished(at: time)
    looks.removeFinished(at: time)
  }

  /// The line below the status line.
  public var waitHint: WaitHint {
    get { newestWaitHint }
    set { setWaitHint(newValue, at: .zero, fading: false) }
  }

  /// Changes `waitHint` at `time`. With `fading`, one text replaces another as other lines do, also when the work
  /// stalls.
  public mutating func setWaitHint(_ new: WaitHint, at time: Time, fading: Bool) {
    if new == newestWaitHint { return }
    newestWaitHint = new
    waitHints.cancelSchedule(after: time)
    let stall = new.strings.stall.isEmpty ? nil : new.stallTime
    let hint = stall.map { $0 <= time } ?? false ? new.stalled : new
    let moment = Moment(time), text = hint.text(at: moment)
    if let old = waitHints.current, old.text(at: moment) == text {
      waitHints.replaceContent(with: hint)
    } else if !text.isEmpty || waitHints.current != nil {
      waitHints.replace(with: text.isEmpty ? nil : hint, at: time, fading: fading)
    }
    if let stall, stall > time { waitHints.schedule(new.stalled, at: stall) }
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

  /// Replaces the loader at `time`, as `CrossfadeSlot.replace` does. The old one keeps its progress. One that is
  /// hidden, with `fading`, shows its end first.
  public mutating func setLoader(_ new: AnyLoader?, at time: Time, fading: Bool, began: Time? = nil) {
    if fading, new == nil, let end = loader.current?.end {
      loader.replaceContent(with: end.loader, at: time, for: end.duration)
    } else {
      if loader.current?.showsProgress == true { leavingProgresses.append((time, progress)) }
      // A loader that is shown again has faded in its parts long ago.
      let fadesItself = new?.fadesItself == true && (began ?? time) == time
      loader.replace(
        with: new, at: time, fading: fading, fadingIn: fading && !fadesItself, began: began, fadeOut: new?.fadeOut)
      leavingProgresses.removeAll { leaves, _ in !loader.items.contains { $0.fade.leaves == leaves } }
    }
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

  /// The draw operations of a frame of `width` × `height` pixels, from back to front. The context has the scale of the
  /// display, which applies unless the loader sets another one. `cache` has the parts that frames before had too.
  public func drawOps(
    at moment: Moment, width: Int32, height: Int32, _ context: Context, _ cache: StillPartsCache? = nil
  ) -> [DrawOp] {
    let pixels = Size(Double(width), Double(height))
    func make(_ moment: Moment) -> StillParts { stillParts(at: moment, on: pixels, context) }
    let parts = cache?.parts(at: moment, on: pixels, context, make: make) ?? make(moment)
    var drawOps = parts.background
    drawOps.reserveCapacity(drawOps.count + 24)  // more than most frames have: to grow costs more
    let faded = landing?.phase(.background, at: moment) ?? 0
    if faded == 1 { return drawOps }
    let frame = FrameLayout(layout: parts.layout, moment: moment, pixels: pixels, display: context)
    drawOps.addGroup(opacity: 1 - faded) { drawContents(frame, parts, &$0) }
    return drawOps
  }

  func drawBackground(
    _ layout: Layout, at moment: Moment, on pixels: Size, _ display: Context, _ drawOps: inout [DrawOp]
  ) {
    let context = Context(display.typesetter, scale: layout.places.scale)
    let screen = context.screen(of: pixels)
    looks.drawBackground(on: screen, at: moment, context, into: &drawOps)
  }

  /// The opacity of the picture, 0 to 255.
  public func opacity(at moment: Moment) -> UInt8 {
    UInt8(255 - 255 * (landing?.phase(.transparent, at: moment) ?? 0))
  }

  /// The places of everything on a screen of `width` × `height` pixels.
  public func layout(at moment: Moment, width: Int32, height: Int32, _ context: Context) -> Layout {
    layout(at: moment, on: Size(Double(width), Double(height)), context)
  }

  /// The layout at a moment, without the changes at `end` and later: what leaves then does not move because of them.
  ///
  /// When something comes or leaves, the others move to their new places while what leaves fades out. A further change
  /// starts from where everything is.
  @inline(never)
  func layout(before end: Time? = nil, at moment: Moment, on pixels: Size, _ context: Context) -> Layout {
    let last = end.map { min(moment.time, $0 - Time(nanoseconds: 1)) } ?? moment.time
    let changes = changes(from: moment.time - Fade.outTime, to: last)
    let scale = self.context(at: moment.time, context).scale
    func settled(_ time: Time) -> Layout {
      settledLayout(at: time, moment, on: pixels, context).rescaled(to: scale)
    }
    guard let first = changes.first else { return settled(last) }
    var layout = settled(first - Time(nanoseconds: 1))
    for time in changes {
      layout = layout.moved(
        to: settled(time), by: Easing.easeInOut(moment.progress(from: time, over: Fade.outTime)))
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
    for look in looks.all.dropFirst() { add(look.since) }
    func add<Content>(_ slot: CrossfadeSlot<Content>) {
      slot.forEachFade { fade in
        add(fade.takesRoomSince)
        add(fade.leaves)
      }
    }
    add(loader)
    add(bars)
    add(progresses)
    add(titles)
    add(subtitles)
    add(status)
    add(message)
    add(waitHints)
    return times
  }

  /// The layout of what has a place at `time`; the moment decides what a text that counts says.
  private func settledLayout(at time: Time, _ moment: Moment, on pixels: Size, _ context: Context) -> Layout {
    let look = looks.settled(at: time)
    var context = self.context(at: time, context)
    let screen = context.screen(of: pixels)
    let safeArea = safeArea(of: screen, margin: look.style.margin)
    context.leastTextSize = min(
      context.leastTextSize, LayoutSearch.largestTextShare * safeArea.height * context.scale)
    var contents = Layout.Contents(style: look.style)
    contents.loader = loader.current(at: time)
    contents.hasBar = bars.current(at: time) != nil
    contents.pictures[.logo] = logo(of: look, on: contents.loader?.coverScheme)?.size
    contents.pictures[.watermark] = look.style.watermark?.size
    for element in Screen.textElements {
      contents.texts[element] = text(of: element, at: time, look, moment)
    }
    return layouts.layout(of: LayoutArguments(contents, on: screen, safeArea, context))
  }

  /// The context at `time`: with the scale that the loader sets, else that of the display. Text is at least 9 pixels
  /// high, on dense displays at least 9 points.
  private func context(at time: Time, _ display: Context) -> Context {
    var context = Context(display.typesetter, scale: loader.current(at: time)?.scale ?? display.scale)
    context.leastTextSize = 9 * max(1, context.scale)
    return context
  }

  /// The progress that a loader with these times shows, 0…1, and how much of it: while it becomes known or unknown
  /// during the loader's life, one look replaces the other.
  ///
  /// A loader with a progress of its own (`isGiven`) has that look already.
  func progress(of loader: Fade, isGiven: Bool, at moment: Moment) -> (value: Double?, presence: Double) {
    var absence = 1.0, sum = 0.0, weights = 0.0
    func phase(from time: Time) -> Double { Easing.easeInOut(moment.progress(from: time, over: Fade.outTime)) }
    let kept = loader.leaves.flatMap { end in leavingProgresses.last { $0.leaves == end }?.progress }
    for item in progresses.items {
      let fade = item.fade
      if let end = loader.leaves, fade.appeared >= end { continue }
      let fadesIn = fade.fadesIn && fade.appeared > loader.appeared && !isGiven
      var presence = fadesIn ? phase(from: fade.appeared) : 1
      if let leaves = fade.leaves, loader.leaves.map({ leaves < $0 }) ?? true {
        presence *= leaves > loader.appeared ? 1 - phase(from: leaves) : 0
      }
      absence *= 1 - presence
      let weight = max(presence, 1e-9), shown = kept ?? item.content
      if presence > 0 || fade.leaves == nil {
        (sum, weights) = (sum + shown.value(at: moment) * weight, weights + weight)
      }
    }
    return (weights > 0 ? sum / weights : nil, 1 - absence)
  }

  /// The area that every display shows: the screen without a margin of `percent` per cent of its shorter side. On a
  /// round display, the square with 70 % of the diameter, which lies within the circle.
  private func safeArea(of screen: Area, margin percent: Double) -> Area {
    let side = min(screen.width, screen.height), margin = 2 * side * percent / 100
    if isRound { return screen.aligned(Size(side * 0.7, side * 0.7)) }
    return screen.aligned(Size(screen.width - margin, screen.height - margin))
  }
}
