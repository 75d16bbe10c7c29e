import Foundation
import Images
import PNGReader
import Testing

/// A reference picture in Tests/LoaderTests/Golden. With `RECORD=1` in the environment it is written instead of
/// compared. On a mismatch, the actual picture is written to the folder for temporary files.
struct Golden {
  /// The file of the reference picture.
  let url: URL

  /// The picture NAME.png.
  init(_ name: String, file: String = #filePath) {
    url = URL(filePath: file).deletingLastPathComponent().appending(path: "Golden/\(name).png")
  }

  /// Records an issue unless the pictures are equal pixel by pixel.
  func check(_ sheet: Sheet, at location: SourceLocation = #_sourceLocation) throws {
    let frame = PNG.Frame(width: sheet.width, height: sheet.height, pixels: sheet.pixels)
    let data = Data(PNG(frame, hasAlpha: false).bytes)
    if ProcessInfo.processInfo.environment["RECORD"] != nil { try data.write(to: url) }
    let isSame = try PNGReader(data) == PNGReader(Data(contentsOf: url))
    let actual = FileManager.default.temporaryDirectory.appending(path: url.lastPathComponent)
    if !isSame { try data.write(to: actual) }
    #expect(isSame, "\(url.lastPathComponent) differs: see \(actual.path())", sourceLocation: location)
  }
}
