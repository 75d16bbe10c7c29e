import Support

/// One way to the displays of this machine (DRM, Wayland, fbdev, headless), with its outputs.
protocol Backend: AnyObject {
  /// "drm", "wayland", "fbdev" or "headless", as in `--output`.
  var kind: StaticString { get }
  /// The usable outputs, the primary one first.
  var outputs: [any Output] { get }
  /// Whether the backend has an output, only a device, or nothing.
  var status: BackendStatus { get }
  /// Whether an output may appear soon: a probe has not ended, or a compositor has not replied yet.
  var isPending: Bool { get }
  /// Whether the outputs are surfaces of a compositor, which owns the display.
  var isNested: Bool { get }
  /// Why there is no output, as one line without the backend's kind; empty while there is one.
  var reason: Bytes { get }
  /// Whether `reason` is logged while an earlier backend waits for its device: not that of a compositor whose socket
  /// nobody has configured.
  var reportsWhileWaiting: Bool { get }
  /// When `dispatch` must be called again (`CLOCK_MONOTONIC`, nanoseconds); nil if only an event can change anything.
  var deadline: Int64? { get }

  /// Starts to look for displays; does nothing if it has started. While `mayDraw` is false, outputs are not drawn on
  /// until `activate`.
  func open(now: Int64, mayDraw: Bool)
  /// Closes all devices and stops looking: another backend is used, or the display was released.
  func close()
  /// Handles timeouts that are due. Returns whether outputs appeared, disappeared or can be drawn on again. While
  /// `mayTakeDevices` is false, new devices are not drawn on until `activate`, and devices of other programs are not
  /// tried again: the session may not draw, or its terminal is not shown.
  func dispatch(now: Int64, mayTakeDevices: Bool) -> Bool

  /// The display session becomes active: outputs can be drawn on again, except on devices that belong to another
  /// program (`ownsDevices` is false then).
  func activate(now: Int64)
  /// The display session becomes inactive: nothing is drawn, also on new devices. The pictures stay on the screen.
  func deactivate(now: Int64)

  /// Whether a device is shared with the kernel's console, so that the virtual terminal must be in graphics mode.
  var needsTerminal: Bool { get }
  /// Whether all devices are ours: no other program is DRM master or has opened one.
  var ownsDevices: Bool { get }
  /// Whether another program draws on a device now. This makes requests to the devices, so ask only at the end.
  var isOwnedByOther: Bool { get }
  /// Whether a picture of ours is on a display and would stay there.
  var hasPictures: Bool { get }
  /// Keeps the pictures on the screen when the devices are closed, until another program replaces them.
  func keepPictures()
  /// Whether a window of another client of the compositor is shown, with this app id unless it is empty. The first call
  /// starts to watch the windows.
  func hasWindow(of applicationID: Bytes) -> Bool
  /// Releases the device locks for a successor, or takes them again.
  func setLocked(_ isLocked: Bool)
}

/// What a backend can do now.
enum BackendStatus {
  /// At least one output can be drawn on.
  case showing
  /// There is a device but no usable output: another program owns it, or its displays are not known yet.
  case waiting
  /// No device with a display, and no compositor, was found.
  case absent
}

/// Defaults for a backend that is always open, has displays of its own, leaves no picture and needs no terminal.
extension Backend {
  var isNested: Bool { false }
  var isPending: Bool { false }
  var reportsWhileWaiting: Bool { true }
  func open(now: Int64, mayDraw: Bool) {}
  func close() {}
  func activate(now: Int64) {}
  func deactivate(now: Int64) {}
  var needsTerminal: Bool { false }
  var ownsDevices: Bool { true }
  var isOwnedByOther: Bool { false }
  var hasPictures: Bool { false }
  func keepPictures() {}
  func hasWindow(of applicationID: Bytes) -> Bool { false }
  func setLocked(_ isLocked: Bool) {}
}
