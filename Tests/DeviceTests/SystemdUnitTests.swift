import Foundation
import Process
import Testing

/// The systemd units, checked by systemd-analyze(1).
@Suite struct SystemdUnitTests {
  /// docs/security.md, "Directives that the units lack", has the exposure of each service, as it is and with the
  /// drop-ins of packaging/hardened, and what the rest is.
  @Test func exposuresAreThoseOfTheDocumentation() throws {
    let page = try String(contentsOf: Build.root.appending(path: "docs/security.md"), encoding: .utf8)
    let rows = page.matches(of: /\| `(\S+\.service)` \| (\d\.\d) \| (\d\.\d) \|/)
    let units = try FileManager.default.contentsOfDirectory(atPath: Build.root.appending(path: "systemd").path())
      .filter { $0.hasSuffix(".service") }
    #expect(Set(rows.map { String($0.1) }) == Set(units))
    let root = try installation(units), files = FileManager.default
    func exposure(_ unit: Substring) throws -> String? {
      let name = String(unit.replacing("@.", with: "@instance."))
      let words = ["security", "--no-pager", "--offline=true", "--root=\(root.path)", name]
      let text = try Program("/usr/bin/systemd-analyze").run(words).text
      return text.firstMatch(of: /Overall exposure level for \S+: (\d\.\d)/).map { String($0.1) }
    }
    for row in rows { #expect(try exposure(row.1) == String(row.2), "\(row.1), shipped") }
    let hardened = Build.root.appending(path: "packaging/hardened").path()
    for folder in try files.contentsOfDirectory(atPath: hardened) {
      try files.copyItem(atPath: "\(hardened)/\(folder)", toPath: root["etc/systemd/system/\(folder)"])
    }
    for row in rows { #expect(try exposure(row.1) == String(row.3), "\(row.1), hardened") }
  }

  /// systemd 252 prepares PrivateDevices= in /tmp. Early in the boot, and in a shutdown, that is read-only or gone: the
  /// unit fails with 226/NAMESPACE. loaderd-keep runs while /var can be written.
  @Test func unitsOfTheWholeBootNeedNoWritableTmp() throws {
    for folder in ["systemd", "packaging/hardened"] {
      let files = try #require(FileManager.default.enumerator(atPath: Build.root.appending(path: folder).path()))
      for case let name as String in files where name.contains("loaderd-") && !name.contains("loaderd-keep.service") {
        guard name.hasSuffix(".conf") || name.hasSuffix(".service") else { continue }
        let text = try String(contentsOf: Build.root.appending(path: "\(folder)/\(name)"), encoding: .utf8)
        #expect(!text.contains("\nPrivateDevices=yes") && !text.contains("\nPrivateTmp=yes"), "\(name)")
      }
    }
  }

  /// The first picture of a shutdown waits for the call, which starts together with loaderd. Where one unit has a
  /// CPUWeight=, the processor is divided among control groups, and Nice= alone has no effect (sched(7)).
  @Test(arguments: ["loaderd-shutdown.service", "loaderd-reboot.service"])
  func theCallOfAShutdownHasTheWeightOfLoaderd(unit: String) throws {
    func weights(_ unit: String) throws -> Set<String> {
      let text = try String(contentsOf: Build.root.appending(path: "systemd/\(unit)"), encoding: .utf8)
      let lines = text.split(separator: "\n").map { String($0) }
      return Set(lines.filter { $0.hasPrefix("Nice=") || $0.hasPrefix("CPUWeight=") })
    }
    let expected = try weights("loaderd.service")
    #expect(expected.count == 2)
    #expect(try weights(unit) == expected)
  }

  /// A root file system with `units`, and with programs for them that do nothing.
  private func installation(_ units: [String]) throws -> Folder {
    let root = Folder(), files = FileManager.default
    for folder in ["usr/bin", "etc/systemd/system"] {
      try files.createDirectory(atPath: root[folder], withIntermediateDirectories: true)
    }
    for program in ["loaderd", "loaderctl", "loader-bridge", "printf"] {
      try root.write("usr/bin/\(program)", Array("#!/bin/sh\n".utf8))
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root["usr/bin/\(program)"])
    }
    for unit in units {
      try files.copyItem(
        atPath: Build.root.appending(path: "systemd/\(unit)").path(), toPath: root["etc/systemd/system/\(unit)"])
    }
    return root
  }

  @Test func systemdAcceptsTheUnits() throws {
    let suffixes = [".service", ".socket", ".path", ".timer"]
    let units = try FileManager.default.contentsOfDirectory(atPath: Build.root.appending(path: "systemd").path())
      .filter { name in suffixes.contains { name.hasSuffix($0) } }
    #expect(units.count >= 17)
    let root = try installation(units)
    // loader-run@.service has the default dependencies.
    for target in ["sysinit.target", "shutdown.target"] {
      try root.write("etc/systemd/system/\(target)", Array("[Unit]\n".utf8))
    }
    func verify(_ unit: String) throws -> Outcome {
      try Program("/usr/bin/systemd-analyze").run(["verify", "--man=no", "--root=\(root.path)", unit])
    }
    for unit in units {
      let outcome = try verify(unit)
      #expect(outcome.status == 0 && outcome.errorLines.isEmpty, "\(unit): \(outcome.errors)")
    }
    // systemd-analyze reports unknown settings.
    try root.write("etc/systemd/system/wrong.service", Array("[Service]\nExecStart=/usr/bin/loaderd\nNosuch=1\n".utf8))
    #expect(try verify("wrong.service").errors.contains("Nosuch"))
  }
}
