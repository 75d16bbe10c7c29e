import Raster
import Support
import System

extension Rotation {
  /// The rotation of the kernel's console (`fbcon=rotate:`, /sys/class/graphics/fbcon/rotate), 0 where there is no
  /// console. It is the default for all displays, because it is set for how the panel is mounted.
  static var ofConsole: Rotation {
    let number = (try? File.read("/sys/class/graphics/fbcon/rotate", limit: 64))?.first ?? UInt8(ascii: "0")
    return Rotation(degrees: 90 * (Int(number) & 3)) ?? .none
  }
}
