import Images
import Loaders
import Raster
import Rendering
import Support
import System

/// A picture or an animation that `loaderctl render` draws.
struct RenderJob {
  private let preview: Preview
  /// The time of each frame.
  private let times: [Time]
  /// Frames per second.
  private let rate: Int
  private let path: Bytes

  /// The most frames of an animation.
  static let frameLimit = 36000

  init(_ parsed: ParsedArguments) throws(CommandError) {
    var arguments = parsed
    let path = arguments.removeValue("o") ?? "-", text = try arguments.removeText()
    let type = try PicturePath.type(path, of: ["png", "apng"])
    for name in Preview.options { _ = arguments.removeValue(name) }
    (times, rate) = try RenderJob.times(&arguments, path, type)
    while let assignment = arguments.removeValue("set") { try arguments.set(assignment) }
    let entry = try arguments.entry()
    let loader = try ParsedArguments.loader(entry, text, arguments.options, pixels: Picture.pixelLimit)
    if text != nil, !entry.drawsText { StandardStreams.error("loaderctl: text: \(entry.name) draws none") }
    if parsed.has("background"), entry.parameters.contains(where: { Bytes($0.name) == "background" }) {
      StandardStreams.error("loaderctl: --background: \(entry.name) has its own: --set background=COLOUR")
    }
    for problem in loader.problems {
      StandardStreams.error("loaderctl: \(problem.name): \(problem.reason); the standard one is drawn")
    }
    self.path = path
    preview = try checked { () throws(UsageError) in try Preview(loader) { parsed[$0] } }
  }

  /// The times of the frames, and their rate. With `--at`, `--duration` is left to the loader; without, it is the
  /// length of the animation.
  private static func times(
    _ arguments: inout ParsedArguments, _ path: Bytes, _ type: Bytes
  ) throws(CommandError) -> ([Time], Int) {
    let rate = arguments.removeValue("fps").flatMap { Decimal.double($0) } ?? 60
    if rate != rate.rounded() { throw .usage("--fps: a whole number of frames per second is needed") }
    if let at = arguments.removeValue("at") {
      if type == "apng" { throw .usage("--at: a .apng is an animation; give --duration, or write a .png") }
      return (try parseTimes(at, path), Int(rate))
    }
    guard let duration = arguments.removeValue("duration").flatMap({ Seconds.parse($0) }) else {
      throw .usage("--at or --duration: one of them is needed")
    }
    if type == "png" { throw .usage("--duration: a .png is one frame; give --at, or write a .apng") }
    let frames = (duration * rate).rounded()
    if frames > Double(frameLimit) { throw .usage("--duration: more than \(frameLimit) frames") }
    let count = Int(frames)
    return ((0..<max(1, count)).map { Time(nanoseconds: Int64((Double($0) * 1e9 / rate).rounded())) }, Int(rate))
  }

  /// Whether the picture goes to standard output.
  var isOnStandardOutput: Bool { path == "-" }

  /// Parses `--at`. Several times are a file each: throws when the path has no `%d`.
  private static func parseTimes(_ list: Bytes, _ path: Bytes) throws(CommandError) -> [Time] {
    var times: [Time] = []
    for text in list.split(at: UInt8(ascii: ",")) { times.append(Time(seconds: Seconds.parse(text) ?? 0)) }
    if times.count > 1, !path.isNumbered {
      throw .usage("-o: several moments are a file each; write %d where its number goes, as in frame-%d.png")
    }
    return times
  }

  /// Draws the frames and writes the file, or one file for each.
  func write() throws(CommandError) {
    guard path.isNumbered, times.count > 1 else { return try write(times, to: path) }
    for (number, time) in times.enumerated() { try write([time], to: path.numbered(number)) }
  }

  private func write(_ times: [Time], to path: Bytes) throws(CommandError) {
    var png = PNG(
      width: preview.width, height: preview.height, hasAlpha: preview.hasAlpha, frames: times.count, delay: (1, rate))
    for time in times {
      png.add(PNG.Frame(width: preview.width, height: preview.height, pixels: preview.pixels(at: time)))
    }
    png.finish()
    do throws(SystemError) {
      if path == "-" {
        try FileDescriptor.standardOutput.write(png.bytes, waiting: true)
      } else {
        try FileDescriptor(writing: path).write(png.bytes)
      }
    } catch {
      throw .failed("\(path): \(error.reason)")
    }
  }
}

extension Bytes {
  /// Whether it contains `%d`.
  fileprivate var isNumbered: Bool { cut(at: "%d").0.count < count }

  /// The path with a number in place of `%d`.
  fileprivate func numbered(_ number: Int) -> Bytes {
    let (before, after) = cut(at: "%d")
    return "\(before)\(number)\(after)"
  }
}
