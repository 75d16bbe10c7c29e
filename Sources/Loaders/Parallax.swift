public import Raster
public import Scene
public import Support

/// A figure that walks through a city, over the whole screen (docs/loaders.md, "parallax").
public struct Parallax: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "parallax" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "a walk through the city" }
  /// True: the strip is repeated over the width of the area.
  public static var fillsBox: Bool { true }
  /// True: the background and the strip cover the whole screen.
  public static var fillsScreen: Bool { true }
  /// True: the background stands at time 0, and the pictures fade in.
  public static var fadesItself: Bool { true }
  /// The parameters in docs/loaders.md, "parallax".
  public static var parameters: [Parameter] {
    [
      Parameter("city", .pictures(upTo: 1), nil, "the strip"),
      Parameter("tree", .pictures(upTo: 1), nil, "in front of the strip"),
      Parameter("walker", .pictures(), nil, "the steps of the figure"),
      Parameter("background", .color, "#EEF0EE", "behind everything"),
      Parameter("height", .points(1...1000), "300", "height of the strip"),
      Parameter("tree-size", .points(1...1000), "150", "width and height of the tree"),
      Parameter("walker-size", .points(1...1000), "97", "width and height of the figure"),
      Parameter("duration", .seconds(0.1...3600), "8", "until the strip has passed once"),
      Parameter("step-duration", .seconds(0.1...3600), "0.5", "until the figure has taken all its steps"),
      Parameter("delay", .seconds(0...3600), "0", "rest after each pass"),
      Parameter("fade-in", .seconds(0...60), "0.5", "until the pictures are opaque"),
      Parameter("fade-out", .seconds(0...60), "0.2", "until nothing is left when it is hidden"),
    ]
  }

  let art: ParallaxArtwork
  let background: Color
  let height, tree, walker: Double
  let duration, stepDuration, delay, fadeIn: Time
  /// How long it fades out.
  public let fadeOut: Time

  /// The colour behind the strip.
  public var cover: Color? { background }

  /// The city; the text is ignored.
  public init(_ text: Bytes, _ given: ParameterValues) {
    art = ParallaxArtwork(given)
    background = given.color("background")
    height = given.number("height")
    tree = given.number("tree-size")
    walker = given.number("walker-size")
    duration = given.time("duration")
    delay = given.time("delay")
    fadeIn = given.time("fade-in")
    fadeOut = given.time("fade-out")
    stepDuration = given.time("step-duration")
  }

  /// The background, and over it the strip, the tree and the figure, each of which fades in by itself.
  public func body(_ moment: Moment) -> some Layer {
    let frame = moment.step(every: stepDuration / art.walker.count) % Int64(art.walker.count)
    let pass = moment.step(every: duration + delay)
    let phase = moment.reducesMotion ? 0 : moment.run(duration, pause: delay) ?? 1
    let strip = art.stripWidth(height), opacity = Easing.easeOut(moment.progress(from: .zero, over: fadeIn))
    Overlay {
      Rectangle().fill(background)
      Tiles(art.city, width: strip, height: height, offset: -phase * strip).opacity(opacity)
      Image(art.tree, isMoving: true).opacity(opacity)
        .offset { screen in
          // It comes from the right of the screen and leaves it on the left, at most at twice the speed of the strip.
          let start = max(strip, screen.width + tree / 2), way = start + tree / 2
          let passes = max(1, min(1000, (way / (2 * strip)).rounded(.up)))
          let part = (Double(pass % Int64(passes)) + phase) / passes
          return box(centeredAt: start - part * way, tree, on: screen)
        }
      Image(art.walker[Int(frame)]).opacity(moment.motionOpacity * opacity)
        .offset { screen in box(centeredAt: screen.width / 2, walker, on: screen) }
    }
    .frame(width: 390, height: height)
  }

  /// The area of a picture of `size` points whose foot is on the lower edge of the strip, with its middle at `x`.
  private func box(centeredAt x: Double, _ size: Double, on screen: Area) -> Area {
    Area(screen.x + x - size / 2, screen.y + (screen.height + height) / 2 - size, size, size)
  }
}
