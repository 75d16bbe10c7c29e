import Raster
public import Scene
public import Support

/// A picture, still or with an opacity that rises and falls. Without a picture, a disc with a gradient
/// (docs/loaders.md, "logo").
public struct Logo: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "logo" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "a picture, still or pulsing" }
  /// The parameters in docs/loaders.md, "logo".
  public static var parameters: [Parameter] {
    [
      Parameter("image", .pictures(upTo: 1), nil, "the picture; a coloured disc without it"),
      Parameter("width", .points(1...4000), nil, "the width; the picture's own without it"),
      Parameter("pulse", .choice(["on", "off"]), "off", "whether it pulses"),
    ]
  }

  let picture: Artwork?
  let width: Double?
  let isPulsing: Bool

  /// A picture; the text is ignored.
  public init(_ text: Bytes, _ given: ParameterValues) {
    picture = given.pictures("image")?.first
    width = given.numberIfSet("width")
    isPulsing = given.choice("pulse") == "on"
  }

  /// The picture, or without one a disc of 96 points or the given width, with the opacity of the pulse.
  public func body(_ moment: Moment) -> some Layer {
    let opacity = isPulsing ? moment.pulse() : 1
    if let picture {
      let factor = (width ?? picture.size.width) / max(1, picture.size.width)
      Image(picture).opacity(opacity).frame(width: picture.size.width * factor, height: picture.size.height * factor)
    } else {
      FilledCircle().fill { .diagonal([Color(0x007AFF), Color(0xAF52DE)], in: $0) }
        .opacity(opacity)
        .frame(width: width ?? 96, height: width ?? 96)
    }
  }
}
