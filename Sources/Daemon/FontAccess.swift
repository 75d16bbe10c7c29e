import Loaders
import Raster
import Support
import System

extension Files {
  /// Bytes of the largest font that a call may name. Fonts stay in memory while they are used, and do not count as pictures.
  static var fontLimit: Int { 4 * 1024 * 1024 }

  /// The same files without the fonts that a client may not name.
  ///
  /// Pictures are decoded by a worker with the client's rights, and only pixels come here. FreeType and HarfBuzz instead
  /// run in the daemon, which is root: which glyphs are needed in which size is not known before a text comes, so a worker
  /// would have to be asked for each text. Therefore a font of another user than root and our own is refused. A theme's
  /// font is the administrator's, and of any length.
  ///
  /// To be asked in the worker, for an answer that is early, and here, where nothing is believed that a worker says.
  func restricted(to peer: Peer) -> Files {
    Files { [self] (path) throws(ParameterError) in
      if !peer.isOurs { throw ParameterError("font", "only root may name a font; name it in the theme") }
      let content = try self.bytes(path)
      if content.count > Files.fontLimit {
        throw ParameterError("font", "\(path): larger than 4 MB; name it in the theme")
      }
      return content
    } unpack: { [self] (path) throws(ParameterError) in
      try picture(path)
    }
  }
}
