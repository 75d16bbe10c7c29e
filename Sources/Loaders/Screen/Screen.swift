public import Raster
public import Scene
public import Support
import Text

/// The composed picture of a display: background, logo, a loader in the middle, a title, a progress bar and a status
/// line below the loader, and a message at the bottom.
///
/// All times are on one clock, the screen's clock. The caller passes the current time when a frame is drawn.
public struct Screen {
  /// What is drawn behind everything else.
  public var background: Backdrop
  /// Selects the colours of the texts and the progress bar.
  public var scheme: Scheme
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
  /// The progress bar; nil draws none. A loader with `showsProgress` shows its value instead.
  public var progress: ProgressAnimation?
  /// Heading between the loader and the progress bar, UTF-8; empty draws none.
  public var title = Bytes()
  /// Line below `title`, UTF-8; empty draws none.
  public var subtitle = Bytes()
  /// The line below the status line.
  public var waitHint = WaitHint()
  /// The end of the screen; nil until it begins.
  public var landing: Landing?

  /// An empty screen.
  public init(background: Backdrop, scheme: Scheme) {
    self.background = background
    self.scheme = scheme
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

  /// Draws everything but the background.
  private func draw(at moment: Moment, on screen: Area, _ context: Context, _ drawOps: inout [DrawOp]) {
    let safeArea = safeArea(of: screen)
    var below = screen.height / 2  // texts go below this y, in points
    let stilled = landing?.phase(.still, at: moment) ?? 0
    for (item, opacity) in loader.visible(at: moment) {
      let loader = item.content, progress = loader.showsProgress ? progress?.value(at: moment) : nil
      let moving = moment.later(moment.time - Screen.age(of: item.since, at: moment.time), progress: progress)
      var end = below
      func add(_ pose: Moment, _ opacity: Double) {
        drawOps.addGroup(opacity: opacity) { end = draw(loader, pose, on: screen, safeArea, context, &$0) }
      }
      if stilled < 1 { add(moving, opacity * (1 - stilled)) }
      if stilled > 0 { add(Moment(Landing.stillTime, progress: progress).withReducedMotion, opacity * stilled) }
      below = end
    }
    if let logo { draw(logo, above: screen.height - below, in: safeArea, context, &drawOps) }
    below += 24
    if loader.current?.standsAlone != true {
      below += draw(
        title, TextStyle(size: 17, weight: 600, lineLimit: 2), Color.label(scheme), below, safeArea, context, &drawOps)
      below += draw(subtitle, Screen.small, Color.secondaryLabel(scheme), below, safeArea, context, &drawOps)
    }
    if let progress, loader.current?.showsProgress != true {
      let bar = Area(
        (screen.width - ProgressAnimation.width) / 2, below, ProgressAnimation.width, ProgressAnimation.height)
      progress.body(moment, scheme).draw(in: bar, context, into: &drawOps)
      below += ProgressAnimation.height + 16
    }
    draw(status, at: moment, in: Area(safeArea.x, below, safeArea.width, 0), .top, context, &drawOps)
    if let status = status.current {
      below += Label(status, Screen.small).size(offered: safeArea.size, context).height + 4
    }
    _ = draw(waitHint.text(at: moment), Screen.small, Color.secondaryLabel(scheme), below, safeArea, context, &drawOps)
    draw(message, at: moment, in: safeArea, .bottom, context, &drawOps)
  }

  /// The area that every display shows: the screen without a margin of 5 % of its shorter side. On a round display, the
  /// square with 70 % of the diameter, which lies within the circle.
  private func safeArea(of screen: Area) -> Area {
    let side = min(screen.width, screen.height)
    if isRound { return screen.aligned(Size(side * 0.7, side * 0.7)) }
    return screen.aligned(Size(screen.width - 0.1 * side, screen.height - 0.1 * side))
  }

  /// Draws the logo in the middle of the free space above the loader, scaled down if it does not fit.
  private func draw(
    _ logo: Artwork, above top: Double, in safeArea: Area, _ context: Context, _ drawOps: inout [DrawOp]
  ) {
    let free = Area(safeArea.x, safeArea.y, safeArea.width, max(0, top - safeArea.y - 16))
    let factor = min(1, free.width / max(1, logo.size.width), free.height / max(1, logo.size.height))
    let size = Size(logo.size.width * factor, logo.size.height * factor)
    Image(logo).draw(in: free.aligned(size), context, into: &drawOps)
  }

  /// Draws a loader in the middle, or over the whole screen if it has `fillsScreen`, scaled down if it does not fit.
  /// Returns the y coordinate below which texts may be placed, in points.
  private func draw(
    _ loader: AnyLoader, _ moment: Moment, on screen: Area, _ safeArea: Area, _ context: Context,
    _ drawOps: inout [DrawOp]
  ) -> Double {
    var inner = context
    if loader.fillsScreen {
      let least = loader.size(.unlimited, context)
      let factor = min(1, screen.height / max(1, least.height))
      inner.scale(by: factor, about: screen)
      loader.draw(moment, screen.resized(by: 1 / factor), inner, &drawOps)
      return screen.height * 0.86
    }
    let size = loader.size(safeArea.size, context)
    let factor = min(1, safeArea.width / max(1, size.width), safeArea.height / max(1, size.height))
    inner.scale(by: factor, about: safeArea)
    loader.draw(moment, safeArea.aligned(size), inner, &drawOps)
    return safeArea.y + safeArea.height / 2 + size.height * factor / 2
  }

  /// The style of all lines but the title, in points.
  private static var small: TextStyle { TextStyle(size: 13, lineLimit: 2) }

  /// Draws a text with its top at `below`. Returns the height that it takes with the margin below it; 0 for an empty
  /// text.
  private func draw(
    _ text: Bytes, _ style: TextStyle, _ color: Color, _ below: Double, _ safeArea: Area, _ context: Context,
    _ drawOps: inout [DrawOp]
  ) -> Double {
    if text.isEmpty { return 0 }
    let label = Label(text, style)
    label.fill(color).place(in: Area(safeArea.x, below, safeArea.width, 0), .top, context, into: &drawOps)
    return label.size(offered: safeArea.size, context).height + (style.size > 13 ? 4 : 16)
  }

  /// Draws the lines of a slot, each with its opacity.
  private func draw(
    _ line: CrossfadeSlot<Bytes>, at moment: Moment, in area: Area, _ alignment: UnitPoint, _ context: Context,
    _ drawOps: inout [DrawOp]
  ) {
    for (item, opacity) in line.visible(at: moment) {
      Label(item.content, Screen.small).fill(Color.secondaryLabel(scheme)).fade(opacity)
        .place(in: area, alignment, context, into: &drawOps)
    }
  }
}
