import Foundation
import Process
import Testing

/// The systemd units, checked by systemd-analyze(1).
@Suite struct SystemdUnitTests {
  /// docs/security.md, "Directives that the units lack", has the exposure of each service, and what the rest is.
  @Test func exposuresAreThoseOfTheDocumentation() throws {
    let page = try String(contentsOf: Build.root.appending(path: "docs/security.md"), encoding: .utf8)
    let rows = page.matches(of: /\| `(\S+\.service)` \| (\d\.\d) \|/).map { (String($0.1), String($0.2)) }
    let documented = Dictionary(rows) { first, _ in first }
    let units = try FileManager.default.contentsOfDirectory(atPath: Build.root.appending(path: "systemd").path())
      .filter { $0.hasSuffix(".service") }
    #expect(Set(documented.keys) == Set(units))
    for unit in units {
      let path = Build.root.appending(path: "systemd/\(unit)").path()
      let words = ["security", "--no-pager", "--offline=true", path]
      let text = try Program("/usr/bin/systemd-analyze").run(words).text
      let exposure = text.firstMatch(of: /Overall exposure level for \S+: (\d\.\d)/).map { String($0.1) }
      #expect(exposure == documented[unit], "\(unit)")
    }
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
      "loader-bridge.service", "loader-bridge.path", "loaderd-failure@.service",
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
