import Foundation
import Images
import PNGReader
import Testing

/// A reference picture beside the tests. `RECORD=1` writes it; a mismatch leaves the other picture in the folder for temporary files.
struct Golden {
  let url: URL

  init(_ name: String, file: String = #filePath) {
    url = URL(filePath: file).deletingLastPathComponent().appending(path: "Golden/\(name).png")
  }

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
