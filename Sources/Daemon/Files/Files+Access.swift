import Images
import Loaders
import Raster
import Support
import System

extension Files {
  /// Bytes of the largest font that a call may name. Fonts stay in memory while they are used, and are not counted in
  /// `MemoryBudget`.
  static var fontLimit: Int { 4 * 1024 * 1024 }

  /// The same files without the fonts that a client may not use.
  ///
  /// Pictures are decoded by a worker with the client's rights, and the daemon receives only pixels. FreeType and
  /// HarfBuzz run in the daemon, as root: the glyphs and sizes that are needed are not known before there is a text, so
  /// each text would need a worker. Therefore fonts of users other than root and our own are refused. A theme's font
  /// comes from the administrator, and has no limit of its own.
  ///
  /// Checked in the worker, so that the call is refused early, and again in the daemon, which does not trust the
  /// worker.
  func restricted(to peer: Peer) -> Files {
    Files { [self] (path) throws(ParameterError) in
      if !peer.isTrusted { throw ParameterError("font", "only root may name a font; name it in the theme") }
      let content = try self.bytes(path)
      if content.count > Files.fontLimit {
        throw ParameterError("font", "\(path): larger than 4 MB; name it in the theme")
      }
      return content
    } unpack: { [self] (path) throws(ParameterError) in
      try picture(path)
    } sequence: { [self] (names) throws(ParameterError) in
      try sequence(names)
    }
  }
}
