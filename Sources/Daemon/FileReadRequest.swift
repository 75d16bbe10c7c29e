import System
import Loaders
import Support
import Varlink
import Raster

/// Files that a call names, read in another process, where they are noted together with what the call comes to: for
/// `FileReadResult`. Pictures are unpacked there, and made in the sizes in which they are shown, so that they cost no frame here.
///
/// All is parts: a count of bytes (32 bits), the bytes, and as many more as make it whole words. The first part is the
/// reply, empty where the call may be done. Then come a path, a reason and a content of each file; a picture's are width,
/// height and pixels of it in each size.
final class FileReadRequest {
  /// The most pixels that a client's picture may have: those of a display of 3840x2160, and a little more.
  static var pixelLimit: Int { 8_400_000 }

  private var entries: [(path: Bytes, reason: Bytes, content: [UInt8], picture: Picture?)] = []

  /// Files as they are seen here; `pixels` is the most that a picture may have.
  func files(
    _ read: @escaping (Bytes) throws(ParameterError) -> [UInt8], pixels: Int = FileReadRequest.pixelLimit
  ) -> Files {
    let plain = Files(read, pixels: pixels)
    return Files { [self] (path) throws(ParameterError) in
      do throws(ParameterError) {
        let content = try read(path)
        entries.append((path, "", content, nil))
        return content
      } catch {
        throw note(error, path)
      }
    } unpack: { [self] (path) throws(ParameterError) in
      do throws(ParameterError) {
        let picture = try plain.picture(path)
        entries.append((path, "", [], picture))
        return picture
      } catch {
        throw note(error, path)
      }
    }
  }

  private func note(_ error: ParameterError, _ path: Bytes) -> ParameterError {
    entries.append((path, error.reason, [], nil))
    return error
  }

  /// The configuration's files as they are seen here.
  var configuration: ConfigurationSource {
    let disk = ConfigurationSource.disk
    return ConfigurationSource { [self] (path) throws(ParameterError) in
      do throws(ParameterError) {
        guard let content = try disk.read(path) else { return nil }
        entries.append((FileReadRequest.configurationPrefix + path, "", content, nil))
        return content
      } catch {
        throw note(error, FileReadRequest.configurationPrefix + path)
      }
    } names: { [self] folder in
      let names = disk.names(folder)
      entries.append((FileReadRequest.namesPrefix + folder, "", names.joined(by: "\n").utf8, nil))
      return names
    }
  }

  /// Notes lines about what cannot be used.
  func note(_ problems: [Bytes]) { entries.append((FileReadRequest.problems, "", problems.joined(by: "\n").utf8, nil)) }

  /// What stands before the path of a file of the configuration, before that of its folder, and for problems.
  static var configurationPrefix: Bytes { "configuration:" }
  static var namesPrefix: Bytes { "names:" }
  static var problems: Bytes { "problems:" }

  /// Nothing may be read.
  func refuse(_ reason: Bytes) { entries.append(("", reason, [], nil)) }

  /// What was noted, for a call that comes to `reply`.
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
