public import Scene
import Support
import Text

/// The places of everything on a screen: a pure function of its contents, its style and its size.
///
/// The column has the loader with the logo above and the texts below it. What does not fit is first drawn smaller, then
/// shortened with an ellipsis, then left out in the order of `leastImportant`. No two boxes overlap.
///
/// A class, because frames use one layout several times; it does not change once it is made.
public final class Layout {
  /// What a screen shows, from top to bottom.
  public enum Element: Int, CaseIterable, Sendable {
    /// The parts of the column, then those at the lower edge.
    case logo, loader, title, subtitle, bar, percent, status, hint, message, watermark
  }

  /// What is to be placed.
  struct Contents {
    var loader: AnyLoader?
    var hasBar = false
    /// Empty for none.
    var texts = ByElement<Bytes>("")
    /// The natural size of a picture.
    var pictures = ByElement<Size?>(nil)
    let style: ScreenStyle
  }

  /// The box in points; nil if there is nothing to show or no room.
  private var boxes = ByElement<Area?>(nil)
  /// How the text is set, from back to front; more than one while one replaces another.
  private var texts = ByElement<[TextSetting]>([])
  /// The factor by which the loader is made smaller.
  private(set) var loaderFactor = 1.0
  /// The loader's own pixels per point as a factor of those of the context; 1 unless it leaves a screen with another
  /// scale.
  private(set) var zoom = 1.0
  /// Whether the texts of the loader are shortened.
  private(set) var isLoaderShortened = false
  /// Whether the loader shows all that it has, and no word of it is divided.
  private var isLoaderWhole = true
  /// Whether the logo is left out for the sake of the loader, and the loader for the sake of the texts.
  private var isLogoOmitted = false, isLoaderOmitted = false
  /// How much is shown, 0…1, while an element is left out or comes back for the sake of room.
  private var presences = ByElement(1.0)
  /// Whether the box is the old one of what there is no room for any more.
  private var leaving = ByElement(false)
  /// Without the loader, once everything is placed.
  private(set) var contents: Contents
  private let loaderIdentity: AnyLoader.Identity?
  let screen: Area
  /// Where everything but a loader that covers the screen is.
  let safeArea: Area
  /// The context in which everything is drawn.
  private(set) var context: Context
  /// Pixels per point without a transition, and on the way from one layout to another between theirs.
  private(set) var scale: Double
  /// Whether the loader is a console, which has no logo, and whether it has no titles.
  let isConsole, standsAlone: Bool
  /// The widest line, in points.
  let textWidth: Double
  /// How much is given up for room: 0 is nothing.
  private(set) var level = 0
  /// The greatest height of a logo at an edge, as a fraction of the safe area's height.
  private var edgeLogoShare = 1.0

  /// What is left out, one after the other. After them the loader is, and they are all tried again.
  private static let leastImportant: [Element] = [
    .watermark, .hint, .subtitle, .percent, .logo, .status, .title, .bar, .message,
  ]
  /// The level at which all of them are left out.
  private static var lastLevel: Int { 3 + leastImportant.count }

  /// Points between an element at an edge and the rest. This and the other gaps are multiplied by `textScale`.
  private static var edgeGap: Double { 12 }
  /// Points between the loader and the first part below it.
  static var loaderGap: Double { 24 }
  /// Points between two parts of the column, and below the logo.
  static var partGap: Double { 16 }
  /// Points between two lines that belong together.
  private static var lineGap: Double { 4 }
  /// The least height of a loader or a logo that is made smaller, in pixels.
  private static var leastPixels: Double { 8 }
  /// The least height to which a logo is made smaller, as a fraction of the free height, at an edge of the safe area's
  /// height.
  private static var leastLogoShare: Double { 0.15 }
  /// The least height to which the loader is made smaller, as a fraction of the free height.
  private static var leastLoaderShare: Double { 0.2 }
  /// Where the column begins over a loader that fills the screen, as a fraction of the screen's height.
  private static var coveredColumnStart: Double { 0.86 }

  /// Places the contents of a screen inside `safeArea`; only a loader that fills the screen reaches beyond it.
  init(_ contents: Contents, on screen: Area, _ safeArea: Area, _ context: Context) {
    self.contents = contents
    loaderIdentity = contents.loader?.identity
    isConsole = contents.loader?.isConsole == true
    standsAlone = contents.loader?.standsAlone == true
    self.screen = screen
    self.safeArea = safeArea
    self.context = context
    scale = context.scale
    textWidth = min(safeArea.width, 640)
    while !place() {
      level += 1
      // Only a message would be left: texts matter more than the loader.
      if level == Layout.lastLevel, !isLoaderOmitted { (level, isLoaderOmitted) = (0, true) }
    }
    self.contents.loader = nil
    presences = ByElement { self[$0] == nil && isWanted($0) ? 0 : 1 }
  }

  /// A copy.
  private init(_ other: Layout) {
    boxes = other.boxes
    texts = other.texts
    loaderFactor = other.loaderFactor
    zoom = other.zoom
    isLoaderShortened = other.isLoaderShortened
    isLoaderWhole = other.isLoaderWhole
    isLogoOmitted = other.isLogoOmitted
    isLoaderOmitted = other.isLoaderOmitted
    presences = other.presences
    leaving = other.leaving
    contents = other.contents
    loaderIdentity = other.loaderIdentity
    screen = other.screen
    safeArea = other.safeArea
    context = other.context
    scale = other.scale
    isConsole = other.isConsole
    standsAlone = other.standsAlone
    textWidth = other.textWidth
    level = other.level
    edgeLogoShare = other.edgeLogoShare
  }

  /// Whether a layout of these arguments would be equal to this one.
  func isLayout(of contents: Contents, on screen: Area, _ safeArea: Area, _ context: Context) -> Bool {
    contents.loader?.identity === loaderIdentity && contents.style === self.contents.style
      && contents.hasBar == self.contents.hasBar && contents.texts == self.contents.texts
      && contents.pictures == self.contents.pictures && screen == self.screen && safeArea == self.safeArea
      && context.typesetter === self.context.typesetter && context.scale == self.context.scale
      && context.leastTextSize == self.context.leastTextSize
  }

  /// The box of an element in points; nil if it is not shown.
  public subscript(element: Element) -> Area? { boxes[element] }

  /// How much of an element is shown, 0…1.
  public func presence(of element: Element) -> Double { presences[element] }

  /// How the text of an element is set, from back to front; more than one while one replaces another.
  func settings(of element: Element) -> [TextSetting] { texts[element] }

  /// The style of the text of an element, the newest one.
  func style(of element: Element) -> TextStyle { texts[element].last?.style ?? contents.style[element].style }

  /// Whether the loader stands without this element, whatever the room.
  private func isExcluded(_ element: Element) -> Bool {
    isConsole && element == .logo || standsAlone && (element == .title || element == .subtitle)
  }

  /// Whether an element is left out at the current level.
  func isOmitted(_ element: Element) -> Bool {
    isExcluded(element) || isLogoOmitted && element == .logo || isLoaderOmitted && element == .loader
      || Layout.leastImportant.prefix(max(0, level - 3)).contains(element)
  }

  /// Places everything at the current level; false if it does not fit. A logo at an edge is made smaller before the
  /// loader is, and before more is given up.
  private func place() -> Bool {
    let isAtEdge = contents.style.logoPlace != .column && !isOmitted(.logo) && isWanted(.logo)
    var fits = false
    for share in isAtEdge ? [1, 0.4, 0.3, 0.2, Layout.leastLogoShare] : [1] {
      edgeLogoShare = share
      fits = arrange()
      if fits, loaderFactor == 1, !isLoaderShortened { return true }
    }
    // The logo leaves if the loader is whole without it, or its texts are, and in a failure that lacks anything.
    if fits, !isLoaderWhole || isLoaderShortened, self[.logo] != nil {
      let wasShortened = isLoaderShortened
      isLogoOmitted = true
      fits = arrange()
      isLogoOmitted = standsAlone || isLoaderWhole || wasShortened && !isLoaderShortened
      if !isLogoOmitted { fits = arrange() }
    }
    return fits
  }

  /// Places everything at the current level, and a logo at an edge at its current size; false if it does not fit.
  private func arrange() -> Bool {
    boxes = ByElement(nil)
    (loaderFactor, isLoaderShortened, isLoaderWhole) = (1, false, true)
    texts = ByElement { [fitted($0)] }
    let free = dockEdges()

    let logoSize = self[.logo] == nil ? size(of: .logo, in: free.size) : nil
    var logoHeight = 0.0
    if let logoSize {
      let least = max(Layout.leastLogoShare * free.height, Layout.leastPixels / context.scale)
      logoHeight = min(logoSize.height, least) + Layout.partGap * textScale
    }
    var loader = isOmitted(.loader) ? nil : contents.loader, cover: AnyLoader?
    if loader?.fillsScreen == true { (cover, loader) = (loader, nil) }
    let column = column(hasLoader: loader != nil, in: free.size)

    var room = free.height - column.height - logoHeight
    // What stands at an edge alone needs no gap.
    if room == free.height, loader == nil { room += Layout.edgeGap * textScale }
    // After the last level nothing more can be left out: what does not fit is not placed, and the search ends.
    if room < -1e-6 { return level > Layout.lastLevel }
    var loaderSize: Size?
    if let loader {
      loaderSize = fit(loader, in: free.size, height: room)
      if loaderSize == nil { return false }
    }
    setBoxes(column, loader: loaderSize, logo: logoSize, in: free, isCovered: cover != nil)
    if let cover { boxes[.loader] = box(ofCovering: cover) }
    return true
  }

  /// Places what stands at the edges of the safe area, and returns the area between.
  private func dockEdges() -> Area {
    var free = safeArea
    /// Places an element at an edge of the free area, which becomes smaller.
    func dock(_ element: Element, _ edge: UnitPoint) {
      let height = element == .logo ? min(free.height, edgeLogoShare * safeArea.height) : free.height
      guard let size = size(of: element, in: Size(free.width, height)) else { return }
      boxes[element] = free.aligned(size, edge)
      let taken = size.height + Layout.edgeGap * textScale
      free.height -= taken
      if edge == .top { free.y += taken }
    }
    let style = contents.style
    if style.barPlace == .bottom { dock(.bar, .bottom) }
    dock(.watermark, .bottom)
    if style.logoPlace == .bottom { dock(.logo, .bottom) }
    dock(.message, .bottom)
    if style.barPlace == .top { dock(.bar, .top) }
    if style.logoPlace == .top { dock(.logo, .top) }
    return free
  }

  /// The column without its loader and its logo, which stand above it.
  private struct Column {
    /// From top to bottom. An offset is the distance from the loader's lower edge; without a loader, from the column's
    /// upper edge.
    var parts: [(element: Element, size: Size, offset: Double)] = []
    /// The height of all parts, with the gaps above them.
    var height = 0.0
  }

  /// The parts that stand at no edge, in an area of the size `free`, under a loader or alone.
  private func column(hasLoader: Bool, in free: Size) -> Column {
    var column = Column()
    var previous: Element? = hasLoader ? .loader : nil
    for element in [.title, .subtitle, .bar, .percent, .status, .hint] as [Element] where self[element] == nil {
      guard let size = size(of: element, in: free) else { continue }
      if let previous { column.height += gap(between: previous, and: element) }
      column.parts.append((element, size, column.height))
      column.height += size.height
      previous = element
    }
    return column
  }

  /// The gap between two neighbours in the column, in points.
  private func gap(between upper: Element, and lower: Element) -> Double {
    switch upper {
    case .loader: Layout.loaderGap * textScale
    case .title where lower == .subtitle, .status, .percent: Layout.lineGap * textScale
    default: Layout.partGap * textScale
    }
  }

  /// Makes the loader so small that it fits into the height `room` of an area of the size `free`, and returns its size;
  /// nil if it would be too small.
  private func fit(_ loader: AnyLoader, in free: Size, height room: Double) -> Size? {
    guard let largest = fitted(loader, in: safeArea.size) else { return nil }
    let least = min(largest.size.height, max(Layout.leastLoaderShare * free.height, Layout.leastPixels / context.scale))
    guard let fitting = fitted(loader, in: Size(free.width, room)), fitting.size.height >= least - 1e-6 else {
      return nil
    }
    loaderFactor = fitting.factor
    isLoaderShortened = fitting.isShortened
    isLoaderWhole = fitting.isWhole
    return fitting.size
  }

  /// Sets the boxes of the loader, of the column below it and of the logo above it, moved up or down to be inside
  /// `free`. `isCovered`: another loader covers the screen.
  private func setBoxes(
    _ column: Column, loader loaderSize: Size?, logo logoSize: Size?, in free: Area, isCovered: Bool
  ) {
    let loaderHeight = loaderSize?.height ?? 0
    let height = loaderHeight + column.height
    // The middle of the loader is where `align` says; without one, the middle of the column.
    var middle = screen.y + screen.height * contents.style.align
    // Over a loader that fills the screen, the column begins at 86 % of the height.
    if isCovered { middle = screen.y + screen.height * Layout.coveredColumnStart + height / 2 }
    let logoGap = logoGap(in: free.height - height)
    let logoHeight = logoSize.map { min($0.height + logoGap, free.height - height) } ?? 0
    let half = loaderHeight > 0 ? loaderHeight / 2 : height / 2
    let top = max(free.y + logoHeight, min(middle - half, free.y + free.height - height))
    if let loaderSize {
      boxes[.loader] = Area(
        free.x + (free.width - loaderSize.width) / 2, top, loaderSize.width, loaderSize.height)
    }
    for (element, size, offset) in column.parts {
      let y = top + loaderHeight + offset
      boxes[element] = Area(free.x + (free.width - size.width) / 2, y, size.width, size.height)
    }
    if logoSize != nil {
      var above = Area(free.x, free.y, free.width, top - free.y - logoGap)
      if isCovered { above.height = min(above.height, Layout.leastLogoShare * free.height) }
      boxes[.logo] = size(of: .logo, in: above.size).map { above.aligned($0) }
    }
  }

  /// The size of everything but the loader, at most `free`; nil if it is not shown.
  private func size(of element: Element, in free: Size) -> Size? {
    if isOmitted(element) { return nil }
    if element == .bar {
      if !contents.hasBar { return nil }
      return Size(min(contents.style.barWidth, free.width), contents.style.barHeight)
    }
    if let natural = contents.pictures[element] {
      let width = element == .logo ? contents.style.logoWidth ?? natural.width : natural.width
      let height = natural.height * width / max(1, natural.width)
      let factor = min(1, max(0, free.width / max(1, width)), max(0, free.height / max(1, height)))
      if element == .logo, factor < 1, height * factor * context.scale < Layout.leastPixels - 1e-6 { return nil }
      return Size(width * factor, height * factor)
    }
    let text = contents.texts[element]
    if text.isEmpty { return nil }
    let label = Label(text, style(of: element)), offered = Size(textWidth, .infinity)
    // An instruction without its last words may say the opposite.
    if element == .subtitle, !label.isWhole(offered: offered, context) { return nil }
    return label.size(offered: offered, context)
  }

  /// Whether an element is left out because there is no room for it.
  func isLeftOut(_ element: Element) -> Bool { self[element] == nil && isWanted(element) && !isExcluded(element) }

  /// Whether there is something to show, were there room.
  private func isWanted(_ element: Element) -> Bool {
    switch element {
    case .loader: loaderIdentity != nil
    case .bar: contents.hasBar
    default: contents.pictures[element] != nil || !contents.texts[element].isEmpty
    }
  }

  /// The same places in pixels, for a screen with another number of pixels per point.
  func rescaled(to scale: Double) -> Layout {
    if scale == context.scale { return self }
    let copy = Layout(self), factor = context.scale / scale
    copy.context = Context(context.typesetter, scale: scale)
    copy.context.leastTextSize = context.leastTextSize
    copy.zoom = zoom * factor
    copy.loaderFactor = loaderFactor * factor
    for element in Element.allCases {
      copy.boxes[element] = boxes[element].map {
        Area($0.x * factor, $0.y * factor, $0.width * factor, $0.height * factor)
      }
      copy.texts[element] = texts[element].map { $0.resized(by: factor) }
    }
    return copy
  }

  /// The layout on the way to `other`, which has the same scale: this one at `phase` 0, the other one at 1.
  ///
  /// What both have moves, and changes its size. What the other one has no room for stays and fades.
  func moved(to other: Layout, by phase: Double) -> Layout {
    if phase >= 1 { return other }
    func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * phase }
    let moved = Layout(other)
    moved.scale = between(scale, other.scale)
    for element in Element.allCases {
      if element == .loader, loaderIdentity !== other.loaderIdentity { continue }
      moved.presences[element] = between(presences[element], other.presences[element])
      guard let from = boxes[element], other.isWanted(element) else { continue }
      guard let to = other.boxes[element] else {
        moved.boxes[element] = from
        moved.texts[element] = texts[element]
        moved.leaving[element] = true
        continue
      }
      if leaving[element] { continue }
      moved.boxes[element] = Area(
        between(from.x, to.x), between(from.y, to.y), between(from.width, to.width), between(from.height, to.height))
      if element == .loader { moved.loaderFactor = between(loaderFactor, other.loaderFactor) }
      if contents.texts[element] == other.contents.texts[element], let setting = other.texts[element].last {
        moved.texts[element] = TextSetting.between(texts[element], setting, phase)
      }
    }
    return moved
  }
}
