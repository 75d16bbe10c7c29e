import Images
import System
import Loaders
import Support
import Varlink
import Raster

/// Files that were read elsewhere, as `FileReadRequest` has noted them. Pictures stay where they are, and are let go with the last
/// of them.
final class FileReadResult {
  /// Counts the bytes of all that there are.
  final class Account {
    fileprivate(set) var bytes = 0
    /// Calls whose files are being read.
    private var reads = 0
    /// Bytes of a picture as large as one may be: a call in flight counts as one.
    static var share: Int { 4 * FileReadRequest.pixelLimit }
    /// Bytes from which on no more are read: three pictures as large as one may be.
    static var limit: Int { 3 * share }
    var isFull: Bool { bytes >= Account.limit }
    /// Whether it would be full if each call in flight came to the largest picture.
    var isFullInFlight: Bool { bytes + reads * Account.share >= Account.limit }

    func beginRead() { reads += 1 }
    func endRead() { reads -= 1 }
  }

  /// What was wrong with the call that names them.
  private(set) var refusal: Reply?
  private var entries: [(path: Bytes, reason: Bytes, content: Parts)] = []
  private let memory: Mapping?
  private let account: Account

  /// What is missing in `memory` could not be read.
  init(_ memory: Mapping?, _ account: Account) {
    (self.memory, self.account) = (memory, account)
    guard let memory else { return }
    account.bytes += memory.byteCount
    var parts = Parts(rest: memory.bytes)
    if let words = parts.next(), !words.rest.isEmpty { refusal = try? Reply(words.text) }
    while let path = parts.next(), let reason = parts.next(), let content = parts.next() {
      entries.append((path.text, reason.text, content))
    }
  }

  deinit { account.bytes -= memory?.byteCount ?? 0 }

  var files: Files {
    Files { [self] (path) throws(ParameterError) in
      Array(try content(path).rest)
    } unpack: { [self] (path) throws(ParameterError) in
      picture(try content(path))
    }
  }

  /// The configuration's files.
  var configuration: ConfigurationSource {
    ConfigurationSource { [self] (path) throws(ParameterError) in
      let name = FileReadRequest.configurationPrefix + path
      return entries.contains { $0.path == name } ? Array(try content(name).rest) : nil
    } names: { [self] folder in
      lines(FileReadRequest.namesPrefix + folder)
    }
  }

  /// Lines about what cannot be used.
  var problems: [Bytes] { lines(FileReadRequest.problems) }

  private func lines(_ name: Bytes) -> [Bytes] {
    guard let text = entries.first(where: { $0.path == name })?.content.text, !text.isEmpty else { return [] }
    return text.split(at: UInt8(ascii: "\n"))
  }

  private func content(_ path: Bytes) throws(ParameterError) -> Parts {
    guard let known = entries.first(where: { $0.path == path || $0.path.isEmpty }) else {
      throw ParameterError("file", "not read in time")
    }
    if !known.reason.isEmpty { throw ParameterError("file", known.reason) }
    return known.content
  }

  /// A picture in the memory that it was unpacked into, with its sizes; an empty one of anything else.
  private func picture(_ content: Parts) -> Picture {
    var parts = content, whole: Picture?
    while let width = parts.number(), let height = parts.number(), (1...Picture.pixelLimit).contains(width),
      (1...Picture.pixelLimit / width).contains(height), let pixels = parts.take(4 * width * height)
    {
      let picture = Picture(
        width: Int32(width), height: Int32(height), pixels: pixels.assumingMemoryBound(to: UInt32.self), of: self)
      if let whole { whole.cache(picture) } else { whole = picture }
    }
    return whole ?? Picture(width: 1, height: 1, pixels: [0])
  }
}

/// Bytes, cut into parts from their beginning.
private struct Parts {
  private(set) var rest: UnsafeRawBufferPointer

  var text: Bytes { Bytes(Array(rest)) }

  mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count <= rest.count else { return nil }
    defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }

  mutating func number() -> Int? { take(4).map { Int($0.loadUnaligned(as: UInt32.self).littleEndian) } }

  /// What is whole; a part that was cut short is none.
  mutating func next() -> Parts? {
    guard let count = number(), let part = take(count) else { return nil }
    _ = take(min(rest.count, -count & 3))
    return Parts(rest: part)
  }
}
