import Foundation

/// A new temporary folder, whose path is short enough for a socket address; `deinit` removes it.
public final class Folder: Sendable {
  public let path: String

  public init() {
    var template = Array("/tmp/ld-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "/tmp cannot be written")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  public subscript(name: String) -> String { "\(path)/\(name)" }

  public func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: self[name])) }

  public func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self[name]) }

  /// Writes a file; returns its path.
  @discardableResult
  public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: self[name]))
    return self[name]
  }
}
