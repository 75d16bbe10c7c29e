import Foundation
import Process
import Testing

/// `loaderctl files`: the files and kernel modules for an initramfs, in root file systems made for the test.
@Suite struct FilesTests {
  private let root = Folder()

  private func write(_ path: String, _ text: String = "") throws {
    let url = URL(fileURLWithPath: root.path + path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func link(_ path: String, to target: String) throws {
    let url = URL(fileURLWithPath: root.path + path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
  }

  /// A picture of the loader `shimmer`, as a PNG file.
  private func writePicture(_ path: String) throws {
    try write(path)
    let drawn = try Program.loaderctl(in: Folder()).run([
      "render", "shimmer", "x", "--at", "0", "-o", root.path + path,
    ])
    try #require(drawn.status == 0, "\(drawn.errors)")
  }

  private func list(_ options: [String] = []) throws -> Outcome {
    try Program.loaderctl(in: Folder()).run(["files", "--root", root.path + "/"] + options)
  }

  private func lines(_ options: [String] = []) throws -> [String] {
    let outcome = try list(options)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome.text.split(separator: "\n").map(String.init)
  }

  private func installProgram() throws {
    try write("/usr/bin/loaderd")
    try link("/usr/bin/loaderctl", to: "loaderd")
  }

  @Test func programAndConfigurationAreListed() throws {
    try installProgram()
    try write("/usr/bin/plymouth")
    try write("/etc/loaderd.conf.d/20-b.conf", "[Screen]\nscale = 2\n")
    try write("/etc/loaderd.conf.d/10-a.conf", "[Screen]\nscale = 3\n")
    try write("/etc/loaderd.conf.d/notes.txt")
    let base = ["/usr/bin/loaderd", "/usr/bin/loaderctl"]
    #expect(try lines() == base + ["/etc/loaderd.conf.d/10-a.conf", "/etc/loaderd.conf.d/20-b.conf"])
    // A plymouth that is another name of loaderd is listed, a real one is not.
    try FileManager.default.removeItem(atPath: root.path + "/usr/bin/plymouth")
    try link("/usr/bin/plymouth", to: "loaderd")
    #expect(try lines().prefix(3) == base + ["/usr/bin/plymouth"])
    let object = try #require(try JSONSerialization.jsonObject(with: list(["--json"]).output) as? [String: [String]])
    #expect(object == ["files": try lines()])
  }

  /// Absolute links, as update-alternatives makes them, and links of folders.
  @Test func linksLeadToFilesOfTheRoot() throws {
    try installProgram()
    try link("/usr/bin/plymouth", to: "/etc/alternatives/plymouth")
    try link("/etc/alternatives/plymouth", to: "/usr/bin/loaderd")
    try write("/opt/acme/theme.conf", "[Theme]\nlogo = logo.png\n")
    try link("/opt/acme/logo.png", to: "../../../../../../../../../../../../../../../opt/logos/logo.png")
    try writePicture("/opt/logos/logo.png")
    try link("/usr/share/loaderd/themes", to: "/opt")
    try link("/etc/loaderd.conf", to: "/opt/conf")
    try write("/opt/conf", "[Screen]\ntheme = acme\n")
    #expect(
      try lines() == [
        "/usr/bin/loaderd", "/usr/bin/loaderctl", "/usr/bin/plymouth", "/etc/loaderd.conf",
        "/usr/share/loaderd/themes/acme/theme.conf", "/usr/share/loaderd/themes/acme/logo.png",
      ])
    try link("/opt/acme/words", to: "words")
    #expect(try lines().count == 6, "a link to itself")
  }

  @Test(arguments: ["acme", "/opt/acme", "opt/acme/theme.conf"]) func filesOfTheThemeAreListed(theme: String) throws {
    try installProgram()
    try write("/usr/lib/loaderd/loaderd.conf", "[Screen]\ntheme = default\n")
    try write("/etc/loaderd.conf", "[Screen]\ntheme = \(theme)\n")
    let folder = theme == "acme" ? "/usr/share/loaderd/themes/acme" : "/opt/acme"
    try write(
      "\(folder)/theme.conf",
      """
      [Theme]
      loader = shimmer
      logo = logo.png
      [update]
      background = /opt/pictures/update.png
      [parallax]
      walker = one.png, two.png
      [frames]
      pictures = spin{08..10}.png
      [shimmer]
      font = font.ttf
      """)
    let font = URL(filePath: #filePath).appending(path: "../../../build/font/Inter.ttf").standardizedFileURL
    try FileManager.default.copyItem(atPath: font.path, toPath: "\(root.path)\(folder)/font.ttf")
    for picture in [
      "logo.png", "logo@2x.png", "one.png", "two.png", "spin08.png", "spin09.png", "spin10.png", "unused.png",
    ] {
      try writePicture("\(folder)/\(picture)")
    }
    try writePicture("/opt/pictures/update.png")
    let listed = try lines()
    let frames = ["spin08.png", "spin09.png", "spin10.png"]
    let named = (["theme.conf", "logo.png", "logo@2x.png", "one.png", "two.png", "font.ttf"] + frames).map {
      "\(folder)/\($0)"
    }
    let rest = ["/usr/lib/loaderd/loaderd.conf", "/etc/loaderd.conf", "/opt/pictures/update.png"]
    #expect(Set(listed) == Set(["/usr/bin/loaderd", "/usr/bin/loaderctl"] + rest + named))
    #expect(listed.count == Set(listed).count)
  }

  @Test func aMissingThemeIsNamedAndTheRestIsListed() throws {
    try installProgram()
    try write("/etc/loaderd.conf", "[Screen]\ntheme = acme\n")
    let outcome = try list()
    #expect(outcome.status == 0)
    #expect(outcome.text == "/usr/bin/loaderd\n/usr/bin/loaderctl\n/etc/loaderd.conf\n")
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("/usr/share/loaderd/themes/acme/theme.conf: No such"))
  }

  @Test func withoutAProgramItFails() throws {
    let outcome = try list()
    #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("\(root.path)/usr/bin/loaderd: No such file"))
  }

  /// A device with a driver, as sysfs shows it: `module` nil is a driver that is built in.
  private func addDevice(_ path: String, _ bus: String, _ driver: String, _ module: String?) throws {
    let up = String(repeating: "../", count: path.split(separator: "/").count - 1)
    try write("\(path)/uevent")
    let folder = "/sys/bus/\(bus)/drivers/\(driver)"
    try write("\(folder)/uevent")
    try link("\(path)/driver", to: "\(up)\(folder.dropFirst(5))")
    let name = String(path.split(separator: "/").last ?? "")
    try link("\(folder)/\(name)", to: "../../../../\(path.dropFirst(5))")
    guard let module else { return }
    if !FileManager.default.fileExists(atPath: "\(root.path)/sys/module/\(module)") {
      try write("/sys/module/\(module)/initstate", "live\n")
    }
    try? link("\(folder)/module", to: "../../../../module/\(module)")
    try? link("/sys/module/\(module)/drivers/\(bus):\(driver)", to: "../../../bus/\(bus)/drivers/\(driver)")
  }

  private func addSupplier(_ supplier: String, of consumer: String) throws {
    let name = supplier.split(separator: "/").last ?? ""
    let folder = "/sys/devices/virtual/devlink/\(name)"
    try link("\(folder)/supplier", to: "../../../../\(supplier.dropFirst(5))")
    try link("\(consumer)/supplier:\(name)", to: "\(root.path)\(folder)")
  }

  /// The configuration's theme is not looked for in the working directory.
  @Test func folderBesideIsNoHintForAnotherRoot() throws {
    try installProgram()
    try write("/etc/loaderd.conf", "[Screen]\ntheme = acme\n")
    try write("/acme/theme.conf", "[Theme]\n")
    let folder = Folder(), shell = ["-c", "cd \"$0\" && exec \"$@\"", root.path, Program.loaderctl(in: folder).path]
    let outcome = try Program("/bin/sh", shell, in: folder).run(["files", "--root", root.path])
    #expect(
      outcome.errors.hasSuffix("/themes/acme/theme.conf: No such file or directory; a theme is a folder\n"),
      "\(outcome.errors)")
  }

  @Test func modulesOfAPCICardAreThoseOfItAndItsBus() throws {
    let card = "/sys/devices/pci0000:00/0000:00:02.0/virtio0"
    try addDevice("/sys/devices/pci0000:00/0000:00:02.0", "pci", "virtio-pci", "virtio_pci")
    try addDevice(card, "virtio", "virtio_gpu", "virtio_gpu")
    // A network device of the same bus driver is no display.
    try addDevice("/sys/devices/pci0000:00/0000:00:03.0", "pci", "virtio-pci", "virtio_pci")
    try addDevice("/sys/devices/pci0000:00/0000:00:03.0/virtio1", "virtio", "virtio_net", "virtio_net")
    try link("\(card)/drm/card0/device", to: "../../../virtio0")
    try link("/sys/class/drm/card0", to: "../../devices/pci0000:00/0000:00:02.0/virtio0/drm/card0")
    try write("/sys/class/drm/version")
    #expect(try lines(["--modules"]) == ["virtio_gpu", "virtio_pci"])
    let object = try JSONSerialization.jsonObject(with: list(["--modules", "--json"]).output) as? [String: [String]]
    #expect(object == ["modules": ["virtio_gpu", "virtio_pci"]])
  }

  @Test func modulesOfABoardsDisplayIncludePartsPanelAndSuppliers() throws {
    let platform = "/sys/devices/platform"
    try addDevice("\(platform)/display-subsystem", "platform", "rockchip-drm", "rockchipdrm")
    try addDevice("\(platform)/ff460000.vop", "platform", "rockchip-vop", "rockchipdrm")
    try addDevice("\(platform)/ff450000.dsi", "platform", "dw-mipi-dsi-rockchip", "rockchipdrm")
    try addDevice("\(platform)/ff450000.dsi/ff450000.dsi.0", "mipi-dsi", "panel-dsi", "panel_ilitek")
    try addDevice("\(platform)/backlight", "platform", "pwm-backlight", "pwm_bl")
    try addDevice("\(platform)/ff420000.pwm", "platform", "rockchip-pwm", "pwm_rockchip")
    try addDevice("\(platform)/ff2e0000.phy", "platform", "dsi-dphy", "phy_dphy")
    try addDevice("\(platform)/clock", "platform", "clk-built-in", nil)
    try addDevice("\(platform)/ethernet", "platform", "dwmac", "dwmac_rk")
    try addSupplier("\(platform)/backlight", of: "\(platform)/ff450000.dsi/ff450000.dsi.0")
    try addSupplier("\(platform)/ff420000.pwm", of: "\(platform)/backlight")
    try addSupplier("\(platform)/ff2e0000.phy", of: "\(platform)/ff450000.dsi")
    try addSupplier("\(platform)/clock", of: "\(platform)/ff460000.vop")
    // Two devices that are each other's supplier.
    try addSupplier("\(platform)/ff450000.dsi", of: "\(platform)/clock")
    try link("\(platform)/display-subsystem/drm/card1/device", to: "../../../display-subsystem")
    try link("/sys/class/drm/card1", to: "../../devices/platform/display-subsystem/drm/card1")
    #expect(
      Set(try lines(["--modules"])) == ["rockchipdrm", "panel_ilitek", "pwm_bl", "pwm_rockchip", "phy_dphy"])
  }

  @Test func builtInDriversAndMissingDisplaysHaveNoModules() throws {
    #expect(try lines(["--modules"]).isEmpty)
    try addDevice("/sys/devices/platform/efifb.0", "platform", "efi-framebuffer", nil)
    try link("/sys/devices/platform/efifb.0/graphics/fb0/device", to: "../../../efifb.0")
    try link("/sys/class/graphics/fb0", to: "../../devices/platform/efifb.0/graphics/fb0")
    #expect(try lines(["--modules"]).isEmpty)
  }
}
