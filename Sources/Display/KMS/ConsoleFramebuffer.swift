import Raster
import Support
import System

/// The framebuffer in which the kernel's console draws its text. It is not shown while our picture is, and usually
/// black.
extension Card {
  /// The framebuffer that the driver offers for the console (fbdev emulation); nil if it offers none.
  func consoleFramebuffer() -> FbdevDevice? {
    let name = path.lastPathComponent
    for path in File.numbered("fb", in: "/dev") {
      let device = path.lastPathComponent
      if File.exists("/sys/class/graphics/\(device)/device/drm/\(name)") { return try? FbdevDevice(path: path) }
    }
    return nil
  }
}

extension DRMDevice {
  /// Copies a picture to the console's framebuffer: when the kernel's console is shown, the display has the same
  /// picture until the kernel has drawn the text. Without it the display is black for about 10 ms.
  func copyPictureToConsole() {
    let shown = outputs.filter { $0.hasPicture }
    if shown.isEmpty { return }
    guard let console = card.consoleFramebuffer() else { return }
    if !shown.contains(where: { $0.copyPicture(to: console) }) { return }
    console.flush()
    // A thread of the kernel copies it to the memory that will be shown.
    Clock.sleep(milliseconds: 20)
  }
}
