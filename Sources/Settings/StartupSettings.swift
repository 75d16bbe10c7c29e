import Display
import Support

/// The settings that only a restart changes: a reload keeps them as they are.
package struct StartupSettings {
  /// The files of fonts for characters that the theme's fonts lack, separated by commas; empty for none.
  package var fonts: Bytes = ""
  /// The loader to start with; nil is the theme's.
  package var loader: Bytes?
  /// Frames per second that are shown even while other processes wait for the CPU; nil never reduces the frame rate.
  package var leastRate: Double? = 30
  /// The terminal that gets the screen's texts while there is no display; nil if none does.
  package var serial: Bytes?
  /// The folder of the duration history, or "no"; nil is the standard one.
  package var history: Bytes?
  /// The file with the durations of earlier boots; nil if they are not stored. The name is that of version 0.1.
  package var historyFile: Bytes? {
    let folder = history ?? "/var/lib/loaderd"
    return folder == "no" ? nil : folder + "/experience"
  }
  package var outputConfiguration = OutputConfiguration()
  package var compatibility = CompatibilitySettings()
  package var input = InputSettings()
}
