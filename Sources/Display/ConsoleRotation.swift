import System
import Support
import Raster

extension Rotation {
  /// How the kernel's console is turned, which is how whoever built the machine says it of any display.
  static var ofConsole: Rotation {
    let number = (try? File.read("/sys/class/graphics/fbcon/rotate", limit: 64))?.first ?? 0x30  // without a console
    return Rotation(degrees: 90 * (Int(number) & 3)) ?? .none
  }
}
