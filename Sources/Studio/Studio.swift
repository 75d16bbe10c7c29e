import Images
import Loaders
import Raster
import Rendering
import Support
import Text

/// What the page of the studio asks for: the catalog, and frames of loaders and themes. Files are those that the page
/// has added.
///
/// The page writes a call into the input, a JSON object with the member `call`, and reads the reply, which has the
/// member `error` if the call was refused.
public final class Studio {
  /// The most pixels of a picture. A device decodes twice as many.
  static var pictureLimit: Int { 16 * 1024 * 1024 }

  private var files: [(path: Bytes, content: [UInt8])] = []
  /// Reads files that parameters of loaders name, and those that a theme names.
  private var reader = Files { (path) throws(ParameterError) in throw Studio.missing(path) }
  private var themeReader = Files { (path) throws(ParameterError) in throw Studio.missing(path) }
  /// The path of the file that is added next.
  private var path: Bytes = ""
  /// What was shown last: its size, whether pixels can be transparent, and the pixels at a time.
  private var shown: (width: Int, height: Int, hasAlpha: Bool, pixels: (Time) -> [UInt32])?

  private var input = Buffer()
  private var output = Buffer()
  private var frame = Buffer()
  private var file = Buffer()

  init() { changeFiles() }

  private static func missing(_ path: Bytes) -> ParameterError {
    ParameterError("file", "\(path): No such file or directory")
  }

  /// Readers without the pictures of before. The page adds the files of a theme with `theme/` before their names.
  private func changeFiles() {
    reader = Studio.reader(of: files, "")
    themeReader = Studio.reader(of: files, "theme/")
  }

  private static func reader(of files: [(path: Bytes, content: [UInt8])], _ folder: Bytes) -> Files {
    Files(
      { (path) throws(ParameterError) in
        guard let file = files.first(where: { $0.path == folder + path }) else { throw Studio.missing(path) }
        return file.content
      }, pixels: Studio.pictureLimit
    ).remembering()
  }

  func resizeInput(_ count: Int) -> UnsafeMutableRawPointer? {
    input.resize(count)
    return input.bytes.baseAddress
  }

  /// The reply to the last call.
  var reply: UnsafeMutableRawBufferPointer { output.bytes }

  /// Adds the input as a file.
  func addInput() {
    files.removeAll { $0.path == path }
    files.append((path, Array(input.bytes)))
    changeFiles()
  }

  /// Answers the call in the input, and returns the size of the reply.
  func answerInput() -> Int {
    let reply: JSON
    do throws(UsageError) {
      let call: JSON
      do throws(JSONError) {
        call = try JSON(Bytes(Array(input.bytes)), limit: 1 << 20)
      } catch {
        throw UsageError("the call is not JSON")
      }
      reply = try answer(call)
    } catch {
      reply = ["error": .string(error.text)]
    }
    let text = reply.text
    output.resize(text.count)
    output.bytes.copyBytes(from: text.utf8)
    return text.count
  }

  private func answer(_ call: JSON) throws(UsageError) -> JSON {
    switch call["call"]?.string {
    case "catalog"?: return Studio.catalog
    case "file"?:
      path = call["path"]?.string ?? ""
      return [:]
    case "remove"?:
      files.removeAll { $0.path == call["path"]?.string }
      changeFiles()
      return [:]
    case "show"?: return try show(call)
    case "theme"?: return try showTheme(call)
    case "animation"?: return try encodeAnimation(call)
    default: throw UsageError("no such call")
    }
  }

  /// All loaders and the keys of themes, with the controls of their parameters.
  private static var catalog: JSON {
    [
      "loaders": .array(
        Catalog.all.map { entry in
          [
            "name": .string(Bytes(entry.name)), "summary": .string(Bytes(entry.summary)),
            "needsText": .bool(entry.needsText), "parameters": .array(entry.parameters.map { $0.control }),
          ]
        }),
      "keys": .array(Theme.keys.map { $0.control }), "modes": .array(ScreenMode.names.map { .string($0) }),
    ]
  }

  /// Prepares the frames of a loader. `parameters` and `options` are the options of `loaderctl render`, as text.
  private func show(_ call: JSON) throws(UsageError) -> JSON {
    shown = nil
    let name = call["loader"]?.string ?? ""
    guard let entry = Catalog.entry(named: name) else { throw UsageError("no loader '\(name)'") }
    let given = (call["parameters"]?.members ?? []).map { (name: $0.name, text: $0.value.string ?? "") }
    let loader: AnyLoader
    do throws(ParameterError) {
      loader = try entry.loader(call["text"]?.string ?? "", given, reader)
    } catch {
      throw UsageError("\(error.name): \(error.reason)")
    }
    let preview = try Preview(loader) { call["options"]?[$0]?.string }
    shown = (preview.width, preview.height, preview.hasAlpha, { preview.pixels(at: $0) })
    return [
      "width": .integer(preview.width), "height": .integer(preview.height),
      "problems": .array(loader.problems.map { .string("\($0.name): \($0.reason)") }),
    ]
  }

  /// Prepares the frames of the theme whose files were added, in a mode. `options` are those of a display.
  private func showTheme(_ call: JSON) throws(UsageError) -> JSON {
    shown = nil
    let mode = ScreenMode(call["mode"]?.string ?? "boot"), files = files
    let text: ThemeText
    let screen: Screen
    do throws(ParameterError) {
      text = try ThemeText(ThemeFolder("./theme"), language: call["language"]?.string ?? "") { path in
        files.first { "./" + $0.path == path }?.content
      }
      screen = try Screen(
        Theme(text.ini, mode: mode ?? .boot, themeReader), mode: mode,
        failure: [("unit", "network.service"), ("code", "203/EXEC")]
      ) { call[$0]?.string }
    } catch {
      throw UsageError("\(error.name): \(error.reason)")
    }
    let preview = try ThemePreview(screen) { call["options"]?[$0]?.string }
    shown = (preview.width, preview.height, false, { preview.pixels(at: $0) })
    _ = preview.pixels(at: .zero)  // so that missing glyphs are known
    var findings = ThemeFindings("theme.conf", on: ThemeDisplay.standard + [preview.display])
    findings.examine(text, themeReader, Typesetter())
    let missing = preview.missingGlyphs
    if missing > 0 { findings.warn("\(missing) characters on this screen are in no font, and are drawn as boxes") }
    return [
      "width": .integer(preview.width), "height": .integer(preview.height),
      "errors": .array(
        findings.errors.map {
          ["file": .string($0.file.dropFirst(8)), "line": .integer($0.line), "reason": .string($0.reason)]
        }), "warnings": .array(findings.warnings.map { .string($0) }),
    ]
  }

  /// Encodes `frames` frames of what was shown last as an animated PNG, as `loaderctl render --duration` does. The
  /// reply has its size in bytes.
  private func encodeAnimation(_ call: JSON) throws(UsageError) -> JSON {
    guard let shown, let frames = call["frames"]?.number, let rate = call["rate"]?.number,
      (1...600).contains(frames), (1...100).contains(rate)
    else { throw UsageError("an animation needs a picture, 1 to 600 frames and 1 to 100 frames per second") }
    let (width, height) = (shown.width, shown.height)
    var png = PNG(
      width: width, height: height, hasAlpha: shown.hasAlpha, frames: Int(frames), delay: (1, Int(rate)))
    for index in 0..<Int(frames) {
      let time = Time(nanoseconds: Int64((Double(index) * 1e9 / rate).rounded()))
      png.add(PNG.Frame(width: width, height: height, pixels: shown.pixels(time)))
    }
    png.finish()
    file.resize(png.bytes.count)
    file.bytes.copyBytes(from: png.bytes)
    return ["size": .integer(png.bytes.count)]
  }

  /// The file that the last call has encoded.
  var encodedFile: UnsafeMutableRawBufferPointer { file.bytes }

  /// The pixels of a frame; none before `show`.
  func draw(at time: Time) -> UnsafeMutableRawBufferPointer {
    guard let shown else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
    let pixels = shown.pixels(time)
    frame.resize(pixels.count * 4)
    let target = frame.bytes.bindMemory(to: UInt32.self)
    if shown.hasAlpha {
      for (index, pixel) in pixels.enumerated() { target[index] = pixel.straightAlpha }
    } else {
      for (index, pixel) in pixels.enumerated() { target[index] = 0xFF00_0000 | pixel.exchanged }
    }
    return frame.bytes
  }
}

extension UInt32 {
  /// 0xAABBGGRR of 0xAARRGGBB: red is the first byte in memory.
  fileprivate var exchanged: UInt32 { self & 0x0000_FF00 | self << 16 & 0x00FF_0000 | self >> 16 & 0xFF }

  /// 0xAABBGGRR with straight alpha of 0xAARRGGBB with premultiplied alpha, rounded as `PNG` does.
  fileprivate var straightAlpha: UInt32 {
    let alpha = self >> 24
    if alpha == 0 { return 0 }
    func straight(_ channel: UInt32) -> UInt32 { Swift.min(255, ((channel & 255) * 255 + alpha / 2) / alpha) }
    return alpha << 24 | straight(self) << 16 | straight(self >> 8) << 8 | straight(self >> 16)
  }
}
