import Images
import Loaders
import Raster
import Settings
import Support
import System
import Varlink

/// Reads files in a worker process, and serializes them for `FileBundle` in the daemon.
///
/// Pictures are decoded and scaled in the worker, so that they delay no frame.
///
/// Format: a sequence of parts, each a byte count (32 bits, little-endian), the bytes, and padding to a multiple of 4.
/// The first part is the reply of a call that is refused, else empty. Each file follows as three parts: path, error and
/// content. The content of a picture is width, height (32 bits each) and pixels of each of its sizes, that of a picture
/// sequence its `bytes`; a second file of the same path is the sequence in the size that is shown.
final class FileBundleWriter {
  private var entries: [(path: Bytes, reason: Bytes, content: [UInt8], picture: Picture?)] = []
  /// The sequences that were read. Those in another size are made when it is known which one was drawn.
  private var sequences: [(names: Bytes, sequence: PictureSequence)] = []

  /// Files that `read` reads and that are recorded here; `pixels` is the limit of a picture.
  func files(
    _ read: @escaping (Bytes) throws(ParameterError) -> [UInt8], pixels: Int = Picture.clientPixelLimit
  ) -> Files {
    let plain = Files(read, pixels: pixels)
    return Files { [self] (path) throws(ParameterError) in
      do throws(ParameterError) {
        let content = try read(path)
        entries.append((path, "", content, nil))
        return content
      } catch {
        throw recorded(error, path)
      }
    } unpack: { [self] (path) throws(ParameterError) in
      do throws(ParameterError) {
        let picture = try plain.picture(path)
        entries.append((path, "", [], picture))
        return picture
      } catch {
        throw recorded(error, path)
      }
    } sequence: { [self] (names) throws(ParameterError) in
      do throws(ParameterError) {
        let sequence = try plain.sequence(names)
        entries.append((names, "", Array(sequence.bytes), nil))
        sequences.append((names, sequence))
        return sequence
      } catch {
        throw recorded(error, names)
      }
    }
  }

  /// Whether pictures were read, which are resampled when they are drawn.
  var hasPictures: Bool { !sequences.isEmpty || entries.contains { $0.picture != nil } }

  /// Records that a file cannot be read, and returns the error.
  private func recorded(_ error: ParameterError, _ path: Bytes) -> ParameterError {
    entries.append((path, error.reason, [], nil))
    return error
  }

  /// The configuration's files, read from the disk and recorded here.
  var configuration: ConfigurationSource {
    let disk = ConfigurationSource.disk()
    return ConfigurationSource { [self] (path) throws(ParameterError) in
      do throws(ParameterError) {
        guard let content = try disk.read(path) else { return nil }
        entries.append((FileBundleWriter.configurationPrefix + path, "", content, nil))
        return content
      } catch {
        throw recorded(error, FileBundleWriter.configurationPrefix + path)
      }
    } names: { [self] folder in
      let names = disk.names(folder)
      entries.append((FileBundleWriter.namesPrefix + folder, "", names.joined(by: "\n").utf8, nil))
      return names
    }
  }

  /// Records lines about settings that cannot be used.
  func record(_ problems: [Bytes]) {
    entries.append((FileBundleWriter.problems, "", problems.joined(by: "\n").utf8, nil))
  }

  /// Precedes the path of a configuration file.
  static var configurationPrefix: Bytes { "configuration:" }
  /// Precedes the path of a folder whose names are the content.
  static var namesPrefix: Bytes { "names:" }
  /// Path of the entry with the problems.
  static var problems: Bytes { "problems:" }

  /// The serialized files. `reply` is the reply to the call; only an error is serialized, and then no files.
  func bytes(_ reply: Reply?) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(word: Int) { withUnsafeBytes(of: UInt32(word).littleEndian) { bytes.append(contentsOf: $0) } }
    func add(_ part: [UInt8]) {
      add(word: part.count)
      bytes += part
      while bytes.count % 4 > 0 { bytes.append(0) }
    }
    if let reply, reply.error != nil {
      add(reply.text.utf8)
      return bytes
    }
    add([])
    for (names, sequence) in sequences { entries.append((names, "", sequence.packedCopy, nil)) }
    for entry in entries {
      add(entry.path.utf8)
      add(entry.reason.utf8)
      guard let picture = entry.picture else {
        add(entry.content)
        continue
      }
      let all = [picture] + picture.resizedCopies
      add(word: all.reduce(0) { $0 + 8 + 4 * Int($1.width) * Int($1.height) })
      for picture in all {
        add(word: Int(picture.width))
        add(word: Int(picture.height))
        picture.pixels.withUnsafeBytes { bytes.append(contentsOf: $0) }
      }
    }
    return bytes
  }
}
