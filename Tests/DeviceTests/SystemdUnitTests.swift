import Foundation
import Process
import Testing

/// The systemd units, checked by systemd-analyze(1).
@Suite struct SystemdUnitTests {
  /// The exposure of systemd 252, times ten. docs/security.md, "Directives that the units lack" says what the rest is.
  @Test(arguments: [("loaderd", 36), ("loader-bridge", 17), ("loaderd-keep", 20)])
  func exposureIsLimited(_ unit: String, _ limit: Int) throws {
    let path = Build.root.appending(path: "systemd/\(unit).service").path()
    let words = ["security", "--no-pager", "--offline=true", "--threshold=\(limit)", path]
    let outcome = try Program("/usr/bin/systemd-analyze").run(words)
    #expect(outcome.status == 0 && outcome.text.contains("Overall exposure level"), "\(outcome.text.suffix(100))")
  }

  @Test func systemdAcceptsTheUnits() throws {
    let root = Folder()
    let files = FileManager.default
    for folder in ["usr/bin", "etc/systemd/system"] {
      try files.createDirectory(atPath: root[folder], withIntermediateDirectories: true)
    }
    for program in ["usr/bin/loaderd", "usr/bin/loaderctl", "usr/bin/loader-bridge"] {
      try root.write(program, Array("#!/bin/sh\n".utf8))
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root[program])
    }
    let units = [
      "loaderd.service", "loaderd.socket", "loaderd-keep.service", "loaderd-fsck.socket", "loaderd-fsck.service",
      "loader-bridge.service",
    ]
    for unit in units {
      try files.copyItem(
        atPath: Build.root.appending(path: "systemd/\(unit)").path(), toPath: root["etc/systemd/system/\(unit)"])
    }
    func verify(_ unit: String) throws -> Outcome {
      try Program("/usr/bin/systemd-analyze").run(["verify", "--man=no", "--root=\(root.path)", unit])
    }
    for unit in units {
      let outcome = try verify(unit)
      #expect(outcome.status == 0 && outcome.complaints.isEmpty, "\(unit): \(outcome.errors)")
    }
    // systemd-analyze reports unknown settings.
    try root.write("etc/systemd/system/wrong.service", Array("[Service]\nExecStart=/usr/bin/loaderd\nNosuch=1\n".utf8))
    #expect(try verify("wrong.service").errors.contains("Nosuch"))
  }
}
