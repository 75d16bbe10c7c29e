import Support

/// The name of a DRM device in a hand-over and in the file descriptor store: `drm-card0` for `/dev/dri/card0`.
package enum DeviceName {
  package static func name(of path: Bytes) -> Bytes { prefix + path.lastPathComponent }

  /// Nil: it is not the name of a DRM device.
  package static func path(of name: Bytes) -> Bytes? {
    name.hasPrefix(prefix) ? "/dev/dri/" + name.dropFirst(prefix.count) : nil
  }

  private static var prefix: Bytes { "drm-" }
}
