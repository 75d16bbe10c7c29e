import Foundation
import Process

/// The output of `manual`, generated once for all tests.
struct Documents {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  private static let written: Result<Folder, any Error> = Result {
    let folder = Folder()
    let outcome = try Program.manual.run([folder.path], environment: ["SOURCE_DATE_EPOCH": "1700000000"])
    if outcome.status != 0 { throw CannotWrite(text: outcome.errors) }
    return folder
  }

  struct CannotWrite: Error { let text: String }

  static var folder: Folder { get throws { try written.get() } }

  static func text(_ name: String) throws -> String { String(decoding: try folder.data(name), as: UTF8.self) }
}
