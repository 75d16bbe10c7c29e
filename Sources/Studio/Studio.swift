import Loaders
import Raster
import Rendering
import Support

/// What the page of the studio asks for: the catalog, and frames of loaders. Files are those that the page has added.
///
/// The page writes a call into the input, a JSON object with the member `call`, and reads the reply, which has the member
/// `error` if the call was refused.
public final class Studio {
  /// The most pixels of a picture. A device decodes four times as many; here they would need a gigabyte.
  static var pictureLimit: Int { 16 * 1024 * 1024 }

  private var files: [(path: Bytes, content: [UInt8])] = []
  private var reader = Files { (path) throws(ParameterError) in throw Studio.missing(path) }
  /// The path of the file that is added next.
  private var path: Bytes = ""
  private var preview: Preview?

  private var input = Buffer()
  private var output = Buffer()
  private var frame = Buffer()

  init() { changeFiles() }

  private static func missing(_ path: Bytes) -> ParameterError {
    ParameterError("file", "\(path): No such file or directory")
  }

  /// A reader without the pictures of before.
  private func changeFiles() {
    let files = files
    reader = Files(
      { (path) throws(ParameterError) in
        guard let file = files.first(where: { $0.path == path }) else { throw Studio.missing(path) }
        return file.content
      }, pixels: Studio.pictureLimit
    ).remembering()
  }

  // MARK: Calls

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
    default: throw UsageError("no such call")
    }
  }

  /// All loaders with the controls of their parameters.
  private static var catalog: JSON {
    [
      "loaders": .array(
        Catalog.all.map { entry in
          [
            "name": .string(Bytes(entry.name)), "summary": .string(Bytes(entry.summary)),
            "needsText": .bool(entry.needsText), "parameters": .array(entry.parameters.map { $0.control }),
          ]
        })
    ]
  }

  // MARK: Frames

  /// Prepares the frames of a loader. `parameters` and `options` are the options of `loaderctl render`, as text.
  private func show(_ call: JSON) throws(UsageError) -> JSON {
    preview = nil
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
    self.preview = preview
    return [
      "width": .integer(preview.width), "height": .integer(preview.height),
      "complaints": .array(loader.complaints.map { .string("\($0.name): \($0.reason)") }),
    ]
  }

  /// The pixels of a frame; none before `show`.
  func draw(at time: Time) -> UnsafeMutableRawBufferPointer {
    guard let preview else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
    let pixels = preview.pixels(at: time)
    frame.resize(pixels.count * 4)
    let target = frame.bytes.bindMemory(to: UInt32.self)
    if preview.hasAlpha {
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
