import Support
import Varlink

@testable import Daemon

extension Target {
  /// A record of /dev/kmsg. Other programs can write most of its content.
  static let kernelMessage = Target("kernel-message") { bytes in
    guard let line = KernelMessages.line(bytes) else { return }
    var screen = FuzzScreen()
    screen.call(Call("io.loaderd.Screen.Show", [JSON.Member("loader", "console")]))
    screen.model.addLogLines([line])
    screen.draw(width: 64, height: 32)
  }
}
