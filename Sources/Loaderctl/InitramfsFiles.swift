import Loaders
import Rendering
import ScreenAPI
import Settings
import Support
import System

/// The files that the configured screen needs in an initramfs.
struct InitramfsFiles {
  /// Paths in the root file system: the program and its other names, the configuration, and the files of the themes.
  private(set) var paths: [Bytes] = []
  /// Problems for which the screen will look different.
  private(set) var problems: [Bytes] = []

  /// Looks in the root file system in the folder `root`, whose path has no slash at its end. Throws if loaderd is not
  /// installed there.
  init(in root: Bytes, _ configuration: InstalledConfiguration) throws(CommandError) {
    let folders: [Bytes] = ["/usr/bin", "/usr/local/bin"]
    guard let folder = folders.first(where: { File.exists(File.path(of: "\($0)/loaderd", in: root)) }) else {
      throw .failed(
        "\(root)/usr/bin/loaderd: No such file or directory; install the package loaderd, or `make install`")
    }
    func program(_ name: Bytes) -> Bytes? { File.resolved(File.path(of: "\(folder)/\(name)", in: root)) }
    for name: Bytes in ["loaderd", "loaderctl", "plymouth"] where program(name) == program("loaderd") {
      paths.append("\(folder)/\(name)")
    }
    paths += configuration.files
    for font in configuration.fonts.split(at: UInt8(ascii: ",")) where !configuration.fonts.isEmpty {
      if File.exists(File.path(of: font.trimmed, in: root)) {
        paths.append(font.trimmed)
      } else {
        problems.append("fonts: \(font.trimmed): No such file or directory")
      }
    }
    for theme in configuration.themes {
      do throws(CommandError) {
        let check = try ThemeCheck(ThemeFolder.configured(theme), in: root, fonts: configuration.fonts, on: [])
        for path in check.files where !paths.contains(path) { paths.append(path) }
        problems += check.problems
      } catch {
        problems.append(error.sentence)
      }
    }
  }
}
