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
  /// True: `body` fades in at time 0.
  public static var fadesItself: Bool { true }
  /// The parameters in docs/loaders.md, "parallax".
  public static var parameters: [Parameter] {
    [
      Parameter("city", .pictures, nil, "the strip, 300 points high"),
      Parameter("tree", .pictures, nil, "in front of the strip, 150 points wide and high"),
      Parameter("walker", .pictures, nil, "the steps of the figure, 97 points wide and high"),
      Parameter("background", .color, "#EEF0EE", "behind everything"),
      Parameter("duration", .seconds(0.1...3600), "8", "until the strip has passed once"),
      Parameter("step-duration", .seconds(0.1...3600), "0.5", "until the figure has taken all its steps"),
    ]
  }

  let art: ParallaxArtwork
  let background: Color
  let duration, stepDuration: Time

  /// The colour behind the strip.
  public var cover: Color? { background }

  /// The city; the text is ignored.
  public init(_ text: Bytes, _ given: ParameterValues) {
    art = ParallaxArtwork(given)
    background = given.color("background")
    duration = given.time("duration")
    stepDuration = given.time("step-duration")
  }

  /// The background, the strip, the tree and the walker, which fade in together over 0.5 s.
  public func body(_ moment: Moment) -> some Layer {
    let phase = moment.loop(duration)
    let frame = moment.step(every: stepDuration / art.walker.count)
    let strip = art.stripWidth
    Overlay {
      Rectangle().fill(background)
      Tiles(art.city, width: strip, height: 300, offset: -phase * strip)
      Image(art.tree)
        .offset { Area($0.x + strip - (strip + 50) * phase - 75, $0.y + $0.height / 2, 150, 150) }
      Image(art.walker[frame % art.walker.count]).opacity(moment.motionOpacity)
        .offset { Area($0.x + $0.width / 2 - 48.5, $0.y + $0.height / 2 + 150 - 97, 97, 97) }
    }
    .fade(Easing.easeOut(moment.progress(from: .zero, over: Time(seconds: 0.5))))
    .frame(width: 390, height: 300)
  }
}
