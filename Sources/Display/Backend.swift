import Support

/// One way to the displays of this machine, with all the outputs that it leads to.
protocol Backend: AnyObject {
  /// "drm", as --output names it.
  var kind: StaticString { get }
  /// The primary one first.
  var outputs: [any Output] { get }
  var status: BackendStatus { get }
  /// Whether there may be an output in a moment: somebody has yet to answer.
  var isPending: Bool { get }
  /// Whether it leads to a display that another program owns.
  var isNested: Bool { get }
  /// Why there is no output, as one line without its kind; empty while there is one.
  var reason: Bytes { get }
  /// Whether somebody has said where it leads, so that a failure is of interest even where nothing lacks it.
  var isConfigured: Bool { get }
  /// When `turn` is to be called again.
  var wakeUp: Int64? { get }

  /// Looks for displays from now on, if it does not yet. Where `isActive` is false, none is drawn on until `activate`.
  func open(now: Int64, isActive: Bool)
  /// Lets go of them all, and looks no more: another way has been found, or the displays are given up.
  func close()
  /// Does what is due. Returns whether outputs came, went, or can be drawn on again. Where `isActive` is false, devices
  /// that come are not drawn on until `activate`, and those of other programs are not tried again.
  func dispatch(now: Int64, isActive: Bool) -> Bool

  /// Draws on the displays again, as far as other programs allow: `ownsDevices` is false while one does not.
  func activate(now: Int64)
  /// Draws no more, on displays that come either; the pictures stay.
  func deactivate(now: Int64)

  /// Whether there is a device under the kernel's console, so that a virtual terminal is needed.
  var needsTerminal: Bool { get }
  /// Whether no other program has, or may have, one of the devices.
  var ownsDevices: Bool { get }
  /// Whether another program has the display now: asked at the end, as it makes requests to the devices.
  var isTaken: Bool { get }
  /// Whether another program has had a device since it was ours, and has closed it.
  var wasLeft: Bool { get }
  /// Whether something of ours is on a display, and would stay there.
  var hasPictures: Bool { get }
  /// Whether none of our pictures is on a screen any more, so that we may go.
  var isReplaced: Bool { get }
  /// Keeps the pictures on the screen when the devices are closed, for another program to replace.
  func keepPictures()
}

/// What a backend can do now.
enum BackendStatus {
  /// There is an output that can be drawn on.
  case showing
  /// There is a device, but none that can be drawn on now: another program has it, or no display is connected.
  case waiting
  /// There is nothing.
  case absent
}

/// A backend that always looks, shows on displays of its own, keeps nothing on the screen and needs no terminal.
extension Backend {
  var isNested: Bool { false }
  var isPending: Bool { false }
  var isConfigured: Bool { true }
  func open(now: Int64, isActive: Bool) {}
  func close() {}
  func activate(now: Int64) {}
  func deactivate(now: Int64) {}
  var needsTerminal: Bool { false }
  var ownsDevices: Bool { true }
  var isTaken: Bool { false }
  var wasLeft: Bool { false }
  var hasPictures: Bool { false }
  var isReplaced: Bool { true }
  func keepPictures() {}
}
