public import Support
import Raster
public import Scene

/// A picture, still or with an opacity that rises and falls. Without a picture, a disc with a gradient.
public struct Logo: Loader {
  public static var name: StaticString { "logo" }
  public static var summary: StaticString { "a picture, still or breathing" }
  public static var parameters: [Parameter] {
    [
      Parameter("image", .pictures, nil, "the picture; a disc without it"),
      Parameter("width", .points(1...4000), nil, "of the picture; its own without it"),
      Parameter("pulse", .choice(["on", "off"]), "off", "whether it breathes"),
    ]
  }

  let picture: Artwork?
  let width: Double?
  let isPulsing: Bool

  public init(_ text: Bytes, _ given: ParameterValues) {
    picture = given.pictures("image")?.first
    width = given.numberIfSet("width")
    isPulsing = given.choice("pulse") == "on"
  }

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
