public import Support

/// Whether a DRM device, or a compositor, can be used; for `loaderctl doctor`.
public struct DisplayReport {
  /// The device node as "/dev/dri/card0", or the compositor's socket.
  public let path: Bytes
  /// Why it cannot be used, as one line; nil when it can.
  public let reason: Bytes?

  /// A result of a check.
  public init(path: Bytes, reason: Bytes?) { (self.path, self.reason) = (path, reason) }

  /// Opens every DRM device for a moment, which disturbs a program that shows something there.
  public static var devices: [DisplayReport] {
    Card.paths().map { path in
      do throws(OutputError) {
        try Card(path: path, mayBeAtomic: true).dropMaster()
        return DisplayReport(path: path, reason: nil)
      } catch {
        return DisplayReport(path: path, reason: error.text)
      }
    }
  }
}
