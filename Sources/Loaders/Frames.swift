import Images
import Raster
public import Scene
public import Support

/// Pictures of one size, one after the other (docs/loaders.md, "frames").
public struct Frames: Loader {
  /// The name by which the loader is chosen.
  public static var name: StaticString { "frames" }
  /// One line for help texts and `ListLoaders`.
  public static var summary: StaticString { "pictures one after the other" }
  /// The parameters in docs/loaders.md, "frames".
  public static var parameters: [Parameter] {
    [
      Parameter("pictures", .sequence, nil, "the frames; a disc that pulses without them"),
      Parameter("fps", .number(0.1...60), "30", "frames per second"),
      Parameter("intro", .count(0...600), "0", "frames at the start that are shown only once"),
      Parameter("loop", .choice(["on", "off"]), "on", "off: stays at the last frame"),
      Parameter("outro", .count(0...600), "0", "frames at the end that are shown once, when it is hidden"),
      Parameter("width", .points(1...4000), nil, "the width; the pictures' own without it"),
    ]
  }

  let pictures: PictureSequence?
  let period: Time
  /// The numbers of the frames that are shown: all but the outro, or the outro. `intro` follows `last`.
  private var first = 0, intro, last: Int
  /// How many frames follow `last`.
  private var outro: Int
  let isLooping: Bool
  let width: Double?

  /// A sequence of pictures; the text is ignored.
  public init(_ text: Bytes, _ given: ParameterValues) {
    pictures = given.sequence("pictures")
    // Rounded down: a frame begins at its whole millisecond, as frame 30 at 2 s with 15 frames a second.
    period = Time(nanoseconds: Int64(1e9 / given.number("fps")))
    /// A number of frames, at most `most`.
    @inline(never) func count(_ name: StaticString, _ most: Int) -> Int { min(Int(given.number(name)), most) }
    let last = (pictures?.count ?? 1) - 1
    outro = given.reducesMotion ? 0 : count("outro", last)
    self.last = last - outro
    intro = count("intro", self.last)
    isLooping = given.choice("loop") == "on"
    width = given.numberIfSet("width")
  }

  /// The outro, if there is one.
  public var end: (loader: Frames, duration: Time)? {
    if outro == 0 { return nil }
    var end = self
    end.first = last + 1
    end.last = last + outro
    end.intro = end.last
    end.outro = 0
    return (end, outro * period)
  }

  /// The frame of the moment; without pictures a disc of 48 points or the given width.
  public func body(_ moment: Moment) -> some Layer {
    FrameLayer(
      loader: self, index: frame(at: moment), opacity: pictures == nil ? moment.pulse() : moment.motionOpacity)
  }

  /// The number of the frame; with reduced motion the first one after the intro.
  private func frame(at moment: Moment) -> Int {
    if moment.reducesMotion { return intro }
    if intro == last || !isLooping, moment.time >= (last - first) * period { return last }  // and never changes again
    let step = Int64(first) + max(0, moment.step(every: period))
    return step <= last ? Int(step) : intro + Int((step - Int64(intro)) % Int64(last + 1 - intro))
  }
}

/// A frame, which is unpacked when it is drawn.
private struct FrameLayer: Layer {
  let loader: Frames
  let index: Int
  let opacity: Double

  func size(offered: Size, _ context: Context) -> Size {
    let width = loader.width ?? loader.pictures.map { Double($0.width) } ?? 48
    return Size(width, loader.pictures.map { width * Double($0.height) / Double($0.width) } ?? width)
  }

  func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    guard let pictures = loader.pictures else {
      return FilledCircle().fill(Color(0x8E8E93)).opacity(opacity).draw(in: area, context, into: &drawOps)
    }
    let width = (area.width * context.scale).rounded(), height = (area.height * context.scale).rounded()
    let picture = pictures.picture(index, width: width, height: height)
    Image(Artwork([(1, picture)])).opacity(opacity).draw(in: area, context, into: &drawOps)
  }
}
