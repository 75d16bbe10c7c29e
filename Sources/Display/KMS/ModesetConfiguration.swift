/// One way to enable an output with a modeset.
struct ModesetConfiguration: Equatable {
  /// Whether an atomic commit is used; otherwise the legacy SETCRTC.
  var isAtomic = true
  /// `DRM_MODE_ATOMIC_ALLOW_MODESET`: the CRTC may be reprogrammed, and the display may go dark for a moment.
  var allowsModeset = false
  /// Whether planes, gamma and similar properties that an earlier master may have left are reset.
  var resetsInheritedState = true
  /// Whether the plane rotates the picture; otherwise the copy does.
  var rotatesInHardware = false
  /// Index in the pipeline's modes.
  var mode = 0
  /// Index in the pipeline's formats.
  var format = 0

  /// Whether two configurations are the same but for the permission to make a modeset.
  func isSame(as other: ModesetConfiguration) -> Bool {
    var same = self
    same.allowsModeset = other.allowsModeset
    return same == other
  }
}
