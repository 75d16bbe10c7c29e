public import Raster
public import Support

/// Which outputs to use: `--output`, `--device`, and the options of the headless backend.
public struct OutputSelection {
  /// "auto", which tries "drm", "wayland" and "fbdev" in this order, or one of these or "headless".
  public var kind: Bytes
  /// A DRM device, or a framebuffer device with kind "fbdev"; nil uses all devices.
  public var device: Bytes?
  /// Size of the headless output in pixels.
  public var width: Int32 = 1024, height: Int32 = 768
  /// Physical size of the headless output; 0×0 is unknown.
  public var millimetres: (width: Int32, height: Int32) = (0, 0)
  /// Pixel format whose colours the pictures of the headless output have.
  public var format = PixelFormat.xrgb8888
  /// Frames per second of the headless output.
  public var rate = 60.0
  /// Folder for the PNG files of the headless output; nil writes none.
  public var folder: Bytes?

  /// Selects all outputs of a kind.
  public init(kind: Bytes = "auto", device: Bytes? = nil) { (self.kind, self.device) = (kind, device) }

  /// Whether outputs of a kind may be used. With kind "auto", a named device is a DRM device.
  func allows(_ kind: Bytes) -> Bool { self.kind == kind || self.kind == "auto" && (device == nil || kind == "drm") }
}
