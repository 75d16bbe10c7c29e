import Linux
import Loaders
import Notation

/// Files that were read elsewhere, each with what came of it: notes them there, and gives them out again here.
final class Reading {
  private var entries: [(path: Bytes, reason: Bytes?, content: [UInt8])] = []
  private let isReplay: Bool

  /// Reads and notes.
  init() { isReplay = false }

  /// Refuses every file.
  init(refusing reason: Bytes) { (isReplay, entries) = (false, [("", reason, [])]) }

  /// Gives out what another one has noted; cut short, what is missing could not be read.
  init(_ bytes: [UInt8]) {
    isReplay = true
    var rest = bytes[...]
    func number() -> Int? {
      guard rest.count >= 4 else { return nil }
      defer { rest = rest.dropFirst(4) }
      return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    func part() -> [UInt8]? {
      guard let count = number(), count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    while let path = part(), let reason = part(), let content = part() {
      entries.append((Bytes(path), reason.isEmpty ? nil : Bytes(reason), content))
    }
  }

  /// Files named by a call as its caller sees them, by the theme as we do.
  func files(_ read: @escaping (Bytes) throws(ParameterError) -> [UInt8]) -> Files {
    Files { [self] (path) throws(ParameterError) in
      if let known = entries.first(where: { $0.path == path || $0.path.isEmpty }) {
        if let reason = known.reason {
          throw ParameterError("file", known.path.isEmpty ? "\(path): \(reason)" : reason)
        }
        return known.content
      }
      if isReplay { throw ParameterError("file", "\(path): not read in time") }
      do throws(ParameterError) {
        let content = try read(path)
        entries.append((path, nil, content))
        return content
      } catch {
        entries.append((path, error.reason, []))
        throw error
      }
    }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for entry in entries {
      for part in [entry.path.utf8, entry.reason?.utf8 ?? [], entry.content] {
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: part.count >> shift)) }
        bytes += part
      }
    }
    return bytes
  }
}
