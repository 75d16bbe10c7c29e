import Foundation
import Process

/// A dbus-daemon with its own socket, ended when the object is released.
final class PrivateBus {
  let folder: Folder
  var address: String { "unix:path=\(folder["bus"])" }
  private var child: Child?

  init(in folder: Folder) throws {
    self.folder = folder
    try folder.write(
      "bus.conf",
      Array(
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <listen>\(address)</listen>
          <policy context="default">
            <allow own="*"/>
            <allow send_destination="*"/>
            <allow receive_sender="*"/>
          </policy>
        </busconfig>
        """.utf8))
    try start()
  }

  /// Returns when the bus accepts connections.
  func start() throws {
    let words = ["--config-file=\(folder["bus.conf"])", "--nofork", "--nopidfile"]
    child = try Child(Program("/usr/bin/dbus-daemon"), words.map { Array($0.utf8) }, in: Folder())
    precondition(eventually { (try? RawClient(to: folder["bus"])) != nil })
  }

  func stop() {
    child = nil
    unlink(folder["bus"])
  }
}
