import Scene
import Support
import Text

/// Finds the places of everything on a screen: at each level more is given up, until the rest fits.
final class LayoutSearch {
  private(set) var arguments: LayoutArguments
  let screen: Area, safeArea: Area, context: Context
  /// The widest line, in points.
  let textWidth: Double
  private(set) var places: LayoutPlaces
  /// How much is given up for room: 0 is nothing.
  private(set) var level = 0
  /// The greatest height of a logo at an edge, as a fraction of the safe area's height.
  private var edgeLogoShare = 1.0
  /// Whether the loader shows all that it has, and no word of it is divided.
  private var isLoaderWhole = true
  /// Whether the logo is left out for the sake of the loader, and the loader for the sake of the texts.
  private var isLogoOmitted = false, isLoaderOmitted = false

  /// What is left out, one after the other. After them the loader is, and they are all tried again.
  private static let leastImportant: [Layout.Element] = [
    .watermark, .hint, .subtitle, .percent, .logo, .status, .title, .bar, .message,
  ]
  /// The level from which on texts have one line, a subtitle one level before: it is left out rather than shortened,
  /// and may leave enough room to the others.
  static var oneLineLevel: Int { 4 }
  /// The level at which all of `leastImportant` are left out.
  private static var lastLevel: Int { oneLineLevel + leastImportant.count }

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

  /// Finds the places.
  init(_ arguments: LayoutArguments) {
    self.arguments = arguments
    (screen, safeArea, context) = (arguments.screen, arguments.safeArea, arguments.context)
    textWidth = arguments.textWidth
    places = LayoutPlaces(context)
    while !place() {
      level += 1
      // Only a message would be left: texts matter more than the loader.
      if level == LayoutSearch.lastLevel, !isLoaderOmitted { (level, isLoaderOmitted) = (0, true) }
    }
    places.presences = Layout.ByElement { places.boxes[$0] == nil && arguments.isWanted($0) ? 0 : 1 }
    self.arguments.releaseLoader()
  }

  /// Whether an element is left out at the current level.
  func isOmitted(_ element: Layout.Element) -> Bool {
    arguments.isExcluded(element) || isLogoOmitted && element == .logo || isLoaderOmitted && element == .loader
      || LayoutSearch.leastImportant.prefix(max(0, level - LayoutSearch.oneLineLevel)).contains(element)
  }

  /// Places everything at the current level; false if it does not fit. A logo at an edge is made smaller before the
  /// loader is, and before more is given up.
  private func place() -> Bool {
    let isAtEdge = arguments.contents.style.logoPlace != .column && !isOmitted(.logo) && arguments.isWanted(.logo)
    var fits = false
    for share in isAtEdge ? [1, 0.4, 0.3, 0.2, LayoutSearch.leastLogoShare] : [1] {
      edgeLogoShare = share
      fits = arrange()
      if fits, places.loaderFactor == 1, !places.isLoaderShortened { return true }
    }
    // The logo is left out if the loader, or at least its texts, are whole without it. A failure (`standsAlone`) whose
    // screen lacks anything has no logo.
    if fits, !isLoaderWhole || places.isLoaderShortened, places.boxes[.logo] != nil {
      let wasShortened = places.isLoaderShortened
      isLogoOmitted = true
      fits = arrange()
      isLogoOmitted = arguments.standsAlone || isLoaderWhole || wasShortened && !places.isLoaderShortened
      if !isLogoOmitted { fits = arrange() }
    }
    return fits
  }

  /// Places everything at the current level, and a logo at an edge at its current size; false if it does not fit.
  private func arrange() -> Bool {
    places.boxes = Layout.ByElement(nil)
    (places.loaders, places.isLoaderShortened, isLoaderWhole) = ([LoaderPlacement()], false, true)
    places.texts = Layout.ByElement { [fitted($0)] }
    let free = dockEdges()

    let logoSize = places.boxes[.logo] == nil ? size(of: .logo, in: free.size) : nil
    var logoHeight = 0.0
    if let logoSize {
      let least = max(LayoutSearch.leastLogoShare * free.height, LayoutSearch.leastPixels / context.scale)
      logoHeight = min(logoSize.height, least) + LayoutSearch.partGap * textScale
    }
    var loader = isOmitted(.loader) ? nil : arguments.contents.loader, cover: AnyLoader?
    if loader?.fillsScreen == true { (cover, loader) = (loader, nil) }
    let column = column(hasLoader: loader != nil, in: free.size)

    var room = free.height - column.height - logoHeight
    // The gap is between an element at an edge and the rest: without a rest there is none.
    if room == free.height, loader == nil { room += LayoutSearch.edgeGap * textScale }
    // After the last level nothing more can be left out: what does not fit is not placed, and the search ends.
    if room < -1e-6 { return level > LayoutSearch.lastLevel }
    var loaderSize: Size?
    if let loader {
      loaderSize = fit(loader, in: free.size, height: room)
      if loaderSize == nil { return false }
    }
    setBoxes(column, loader: loaderSize, logo: logoSize, in: free, isCovered: cover != nil)
    if let cover { places.boxes[.loader] = box(ofCovering: cover) }
    return true
  }

  /// Places what stands at the edges of the safe area, and returns the area between.
  private func dockEdges() -> Area {
    var free = safeArea
    /// Places an element at an edge of the free area, which becomes smaller.
    func dock(_ element: Layout.Element, _ edge: UnitPoint) {
      let height = element == .logo ? min(free.height, edgeLogoShare * safeArea.height) : free.height
      guard let size = size(of: element, in: Size(free.width, height)) else { return }
      places.boxes[element] = free.aligned(size, edge)
      let taken = size.height + LayoutSearch.edgeGap * textScale
      free.height -= taken
      if edge == .top { free.y += taken }
    }
    let style = arguments.contents.style
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
    var parts: [(element: Layout.Element, size: Size, offset: Double)] = []
    /// The height of all parts, with the gaps above them.
    var height = 0.0
  }

  /// The parts that stand at no edge, in an area of the size `free`, under a loader or alone.
  private func column(hasLoader: Bool, in free: Size) -> Column {
    var column = Column()
    var previous: Layout.Element? = hasLoader ? .loader : nil
    for element in [.title, .subtitle, .bar, .percent, .status, .hint] as [Layout.Element]
    where places.boxes[element] == nil {
      guard let size = size(of: element, in: free) else { continue }
      if let previous { column.height += gap(between: previous, and: element) }
      column.parts.append((element, size, column.height))
      column.height += size.height
      previous = element
    }
    return column
  }

  /// The gap between two neighbours in the column, in points.
  private func gap(between upper: Layout.Element, and lower: Layout.Element) -> Double {
    switch upper {
    case .loader: LayoutSearch.loaderGap * textScale
    case .title where lower == .subtitle, .status, .percent: LayoutSearch.lineGap * textScale
    default: LayoutSearch.partGap * textScale
    }
  }

  /// Makes the loader so small that it fits into the height `room` of an area of the size `free`, and returns its size;
  /// nil if it would be too small.
  private func fit(_ loader: AnyLoader, in free: Size, height room: Double) -> Size? {
    guard let largest = fitted(loader, in: safeArea.size) else { return nil }
    let least = min(
      largest.size.height, max(LayoutSearch.leastLoaderShare * free.height, LayoutSearch.leastPixels / context.scale))
    guard let fitting = fitted(loader, in: Size(free.width, room)), fitting.size.height >= least - 1e-6 else {
      return nil
    }
    let size = Size(fitting.size.width / fitting.factor, fitting.size.height / fitting.factor)
    places.loaders = [LoaderPlacement(factor: fitting.factor, size: size)]
    places.isLoaderShortened = fitting.isShortened
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
    var middle = screen.y + screen.height * arguments.contents.style.align
    // Over a loader that fills the screen, the column begins at 86 % of the height.
    if isCovered { middle = screen.y + screen.height * LayoutSearch.coveredColumnStart + height / 2 }
    let logoGap = logoGap(in: free.height - height)
    let logoHeight = logoSize.map { min($0.height + logoGap, free.height - height) } ?? 0
    let half = loaderHeight > 0 ? loaderHeight / 2 : height / 2
    let top = max(free.y + logoHeight, min(middle - half, free.y + free.height - height))
    if let loaderSize {
      places.boxes[.loader] = Area(
        free.x + (free.width - loaderSize.width) / 2, top, loaderSize.width, loaderSize.height)
    }
    for (element, size, offset) in column.parts {
      let y = top + loaderHeight + offset
      places.boxes[element] = Area(free.x + (free.width - size.width) / 2, y, size.width, size.height)
    }
    if logoSize != nil {
      var above = Area(free.x, free.y, free.width, top - free.y - logoGap)
      if isCovered { above.height = min(above.height, LayoutSearch.leastLogoShare * free.height) }
      places.boxes[.logo] = size(of: .logo, in: above.size).map { above.aligned($0) }
    }
  }

  /// The size of everything but the loader, at most `free`; nil if it is not shown.
  private func size(of element: Layout.Element, in free: Size) -> Size? {
    if isOmitted(element) { return nil }
    if element == .bar {
      if !arguments.contents.hasBar { return nil }
      return Size(min(arguments.contents.style.barWidth, free.width), arguments.contents.style.barHeight)
    }
    if let natural = arguments.contents.pictures[element] {
      let width = element == .logo ? arguments.contents.style.logoWidth ?? natural.width : natural.width
      let height = natural.height * width / max(1, natural.width)
      let factor = min(1, max(0, free.width / max(1, width)), max(0, free.height / max(1, height)))
      if element == .logo, factor < 1, height * factor * context.scale < LayoutSearch.leastPixels - 1e-6 { return nil }
      return Size(width * factor, height * factor)
    }
    let text = arguments.contents.texts[element]
    if text.isEmpty { return nil }
    let style = places.texts[element].last?.style ?? arguments.contents.style[element].style
    let label = Label(text, style), offered = Size(textWidth, .infinity)
    // An instruction without its last words may say the opposite.
    if element == .subtitle, !label.isWhole(offered: offered, context) { return nil }
    return label.size(offered: offered, context)
  }
}
