import Display
import Support

/// The settings that only a restart changes: a reload keeps them as they are.
struct StartupSettings {
  /// The files of fonts for characters that the theme's fonts lack, separated by commas; empty for none.
  var fonts: Bytes = ""
  /// The loader to start with; nil is the theme's.
  var loader: Bytes?
  /// Frames per second that are shown even while other processes wait for the CPU; nil never reduces the frame rate.
  var leastRate: Double? = 30
  /// The terminal that gets the screen's texts while there is no display; nil if none does.
  var serial: Bytes?
  /// The folder of the duration history, or "no"; nil is the standard one.
  var history: Bytes?
  var outputConfiguration = OutputConfiguration()
  var compatibility = CompatibilitySettings()
  var input = InputSettings()
}
