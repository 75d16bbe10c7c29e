import Foundation
import Process
import Testing

/// Installations by the real RAUC into image files, signed with a generated key.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/rauc") && geteuid() == 0, "RAUC mounts bundles"))
struct RaucInstallationTests {
  let folder = Folder()
  let bus: PrivateBus

  init() throws {
    bus = try PrivateBus(in: folder)
    for name in ["slots", "content", "mount"] {
      try FileManager.default.createDirectory(atPath: folder[name], withIntermediateDirectories: true)
    }
    let request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=test", "-days", "30"]
    _ = try Program("/usr/bin/openssl").run(request + ["-keyout", folder["key"], "-out", folder["cert"]])
    try folder.write("content/rootfs.img", [UInt8](repeating: 0x55, count: 8_000_000))
    try folder.write("content/app.img", [UInt8](repeating: 0xAA, count: 100_000))
    let images = ["rootfs", "app"].map { "[image.\($0)]\nfilename=\($0).img\n" }.joined()
    let manifest = "[update]\ncompatible=Board\nversion=2\n[bundle]\nformat=plain\n" + images
    try folder.write("content/manifest.raucm", Array(manifest.utf8))
    var system =
      "[system]\ncompatible=Board\nbootloader=noop\nmountprefix=\(folder["mount"])\nstatusfile=\(folder["status"])\n"
    system += "[keyring]\npath=cert\n"
    for (number, name) in ["A", "B"].enumerated() {
      system += "[slot.rootfs.\(number)]\ndevice=\(folder["slots/rootfs\(number)"])\ntype=raw\nbootname=\(name)\n"
      system += "[slot.app.\(number)]\ndevice=\(folder["slots/app\(number)"])\ntype=raw\nparent=rootfs.\(number)\n"
      for slot in ["rootfs", "app"] {
        try folder.write("slots/\(slot)\(number)", [])
        truncate(folder["slots/\(slot)\(number)"], 16_000_000)
      }
    }
    try folder.write("system.conf", Array(system.utf8))
    let words = ["bundle", "--cert=\(folder["cert"])", "--key=\(folder["key"])", folder["content"], folder["good"]]
    let outcome = try Program("/usr/bin/rauc").run(words)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  /// Starts RAUC's service, and waits until it and the bridge are on the bus; it ends with the returned child.
  func service() throws -> Child {
    let words = ["--conf=\(folder["system.conf"])", "--mount=\(folder["mount"])", "--override-boot-slot=A", "service"]
    let environment = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]
    let child = try Child(
      Program("/usr/bin/rauc"), words.map { Array($0.utf8) }, in: Folder(), environment: environment)
    let script = """
      import dbus, time
      bus = dbus.SystemBus()
      while not bus.name_has_owner("de.pengutronix.rauc") or sum(name[0] == ":" for name in bus.list_names()) < 3:
          time.sleep(0.02)
      """
    let watch = try Program("/usr/bin/python3").run(["-c", script], environment: environment)
    try #require(watch.status == 0, "\(watch.errors)")
    return child
  }

  /// Installs a bundle through the service.
  func install(_ bundle: String) throws -> Outcome {
    try Program("/usr/bin/rauc").run(
      ["install", folder[bundle]], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
  }

  @Test func aSuccessfulInstallationEndsAtFullProgress() throws {
    let daemon = try RecordingDaemon(at: folder["s"])
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    let service = try service()
    #expect(try install("good").status == 0)
    #expect(daemon.receives(#""phase":"finish""#, #""value":1"#))
    #expect(daemon.calls.first == "GetState {}" && daemon.calls.dropFirst().first == #"SetMode {"mode":"update"}"#)
    // The bridge asks for the step after each signal: on a busy machine, a short step may be over then.
    #expect(daemon.calls.contains { $0.contains(#""label":"Copying image to "#) }, "\(daemon.calls)")
    #expect(daemon.receives("SetMode", "boot"))
    #expect(try bridge.end().errors.isEmpty)
    #expect(try folder.data("slots/rootfs1").prefix(8_000_000).allSatisfy { $0 == 0x55 })
    _ = service
  }

  @Test func aCorruptBundleIsReportedAsFailure() throws {
    let daemon = try RecordingDaemon(at: folder["s"])
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    let service = try service()
    var bytes = try [UInt8](folder.data("good"))
    bytes[1000] ^= 0xFF
    try folder.write("bad", bytes)
    #expect(try install("bad").status == 1)
    #expect(daemon.receives("ReportFailure", #""unit":"rauc""#, #""code":"result 1""#, "signature"))
    #expect(daemon.calls.last?.hasPrefix("ReportFailure") == true)
    _ = (bridge, service)
  }

  @Test func loaderdShowsTheInstallation() throws {
    let daemon = try RunningDaemon(in: folder)
    let bridge = try RunningBridge(in: folder, ["--log", "none"])
    let service = try service()
    let install = try Child(
      Program("/usr/bin/rauc"), ["install", folder["good"]].map { Array($0.utf8) }, in: Folder(),
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    var labels: [String] = [], shares: [Double] = []
    #expect(
      try eventually {
        let state = try daemon.call("GetState")
        if let label = state.text("status"), labels.last != label { labels.append(label) }
        if state.text("mode") == "update", let share = state.number("progress") { shares.append(share) }
        return shares.last == 1
      }, "\(labels) \(shares)")
    #expect(shares == shares.sorted() && labels.contains { $0.contains("slot") || $0.contains("Copying") }, "\(labels)")
    #expect(try install.finish().status == 0)
    #expect(try eventually { try daemon.call("GetState").text("mode") == "boot" })
    #expect(try daemon.call("GetState").isNull("progress"))
    _ = (bridge, service)
  }
}
