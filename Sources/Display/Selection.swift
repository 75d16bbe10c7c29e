public import Support

/// Which output to take.
public struct Selection {
  /// "auto", or the kind of one output.
  public var kind: Bytes
  /// A DRM card, or a framebuffer where that kind was named; nil is any.
  public var device: Bytes?
  public var width: Int32 = 1024, height: Int32 = 768
  public var rate = 60.0
  public var folder: Bytes?

  public init(kind: Bytes = "auto", device: Bytes? = nil) { (self.kind, self.device) = (kind, device) }

  /// Whether outputs of a kind may be used. A named device is a DRM card, unless another kind was named.
  func takes(_ kind: Bytes) -> Bool { self.kind == kind || self.kind == "auto" && (device == nil || kind == "drm") }

  /// Kinds in the order in which they are tried.
  public static var kinds: [Bytes] { ["drm", "wayland", "fbdev", "headless"] }
}
