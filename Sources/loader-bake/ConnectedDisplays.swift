import Support
import System

/// The sizes of the displays that are connected, as the kernel lists them in sysfs.
struct ConnectedDisplays {
  /// The preferred mode of each, in pixels; each size once.
  private(set) var sizes: [(width: Int32, height: Int32)] = []

  /// Looks in the root file system in the folder `root`.
  init(in root: Bytes) {
    let folder: Bytes = "\(root)/sys/class/drm"
    for name in ((try? File.names(in: folder)) ?? []).ordered {
      guard let status = try? File.read("\(folder)/\(name)/status", limit: 64), Bytes(status).trimmed == "connected",
        let modes = try? File.read("\(folder)/\(name)/modes", limit: 65536),
        let first = Bytes(modes).split(at: UInt8(ascii: "\n")).first,
        let size = try? Extent(first, option: "size")
      else { continue }
      let pixels = (width: Int32(size.width), height: Int32(size.height))
      if !sizes.contains(where: { $0 == pixels }) { sizes.append(pixels) }
    }
  }
}
