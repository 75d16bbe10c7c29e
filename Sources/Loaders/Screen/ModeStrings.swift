import Support

/// Title and subtitle of a mode, which the theme may replace.
package struct ModeStrings {
  package let title, subtitle: Bytes

  /// The strings of a mode; empty for one without them.
  package init(_ mode: ScreenMode) {
    switch mode {
    case .update: (title, subtitle) = ("Installing updates", "Keep the device switched on")
    case .firmware: (title, subtitle) = ("Updating the firmware", "Keep the device switched on")
    case .reset: (title, subtitle) = ("Resetting the device", "Keep the device switched on")
    case .boot, .shutdown, .reboot: (title, subtitle) = ("", "")
    }
  }
}
