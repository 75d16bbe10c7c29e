import Images
import Loaders
import Raster
import Settings
import Support
import System
import Varlink

/// The files that a worker has read with `FileBundleWriter`. Pictures use the worker's memory, which is freed with the
/// last of them.
final class FileBundle {
  /// The error reply to the call that names the files; nil if it can be performed.
  private(set) var refusal: Reply?
  private var entries: [(path: Bytes, reason: Bytes, content: Parts)] = []
  private let memory: Mapping?
  private let budget: MemoryBudget?

  /// Files of a result; a theme has a few dozen.
  private static var fileLimit: Int { 1024 }

  /// Parses a worker's memory, which `budget` counts; nil is that of a worker that failed. Files that are missing in it
  /// cannot be read.
  init(_ memory: Mapping?, _ budget: MemoryBudget? = nil) {
    self.memory = memory
    self.budget = budget
    guard let memory else { return }
    budget?.allocate(memory.byteCount)
    var parts = Parts(rest: memory.bytes)
    if let reply = parts.next(), !reply.rest.isEmpty { refusal = try? Reply(reply.text) }
    while entries.count < FileBundle.fileLimit, let path = parts.next(), let reason = parts.next(),
      let content = parts.next()
    {
      entries.append((path.text, reason.text, content))
    }
  }

  deinit { budget?.release(memory?.byteCount ?? 0) }

  /// The files that were read.
  var files: Files {
    Files { [self] (path) throws(ParameterError) in
      Array(try content(path).rest)
    } unpack: { [self] (path) throws(ParameterError) in
      picture(try content(path))
    } sequence: { [self] (names) throws(ParameterError) in
      guard let sequence = PictureSequence(try content(names).rest, of: self) else {
        throw ParameterError("file", "\(names): not read: the worker process ended early")
      }
      if let copy = entries.last(where: { $0.path == names }) {
        sequence.copy = PictureSequence(copy.content.rest, of: self)
      }
      return sequence
    }
  }

  /// The configuration's files.
  var configuration: ConfigurationSource {
    ConfigurationSource { [self] (path) throws(ParameterError) in
      let name = FileBundleWriter.configurationPrefix + path
      return entries.contains { $0.path == name } ? Array(try content(name).rest) : nil
    } names: { [self] folder in
      lines(FileBundleWriter.namesPrefix + folder)
    }
  }

  /// Lines about settings that cannot be used.
  var problems: [Bytes] { lines(FileBundleWriter.problems) }

  private func lines(_ name: Bytes) -> [Bytes] {
    guard let text = entries.first(where: { $0.path == name })?.content.text, !text.isEmpty else { return [] }
    return text.split(at: UInt8(ascii: "\n"))
  }

  private func content(_ path: Bytes) throws(ParameterError) -> Parts {
    guard let known = entries.first(where: { $0.path == path }) else {
      throw ParameterError("file", "not read: the worker process ended early")
    }
    if !known.reason.isEmpty { throw ParameterError("file", known.reason) }
    return known.content
  }

  /// A picture in the worker's memory, with its scaled copies; a transparent pixel if the content is not a picture.
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

/// Reads parts from the beginning of a buffer.
private struct Parts {
  private(set) var rest: UnsafeRawBufferPointer

  var text: Bytes { Bytes(Array(rest)) }

  mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count <= rest.count else { return nil }
    defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }

  mutating func number() -> Int? { take(4).map { Int(clamping: $0.loadUnaligned(as: UInt32.self).littleEndian) } }

  /// The next part; nil if there is none, or it is incomplete.
  mutating func next() -> Parts? {
    guard let count = number(), let part = take(count) else { return nil }
    _ = take(min(rest.count, -count & 3))
    return Parts(rest: part)
  }
}
