import System
import Support

extension Lock {
  /// The claim to a device, so that of two loaderds one waits; nil where claims cannot be made.
  static func claim(_ path: Bytes) throws(OutputError) -> Lock? {
    let folder: Bytes = "/run/loaderd"
    do throws(SystemError) {
      try File.makeDirectory(folder)
      return try Lock("\(folder)/\(path.split(at: 0x2F).last ?? "").lock")
    } catch {
      if !error.isBusy { return nil }
      throw OutputError("\(path): another loaderd owns the display; waiting until it ends", error)
    }
  }
}
