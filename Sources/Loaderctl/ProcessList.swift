import Support
import System

/// The processes of this machine, as far as this user may see them (proc(5)).
enum ProcessList {
  /// The process numbers.
  static var all: [Bytes] { ((try? File.names(in: "/proc")) ?? []).filter { Decimal.integer($0) != nil } }

  /// A process's name of at most 15 bytes.
  static func name(of process: Bytes) -> Bytes {
    Bytes((try? File.read("/proc/\(process)/comm", limit: 64)) ?? []).split(at: UInt8(ascii: "\n"))[0]
  }

  /// The programs that have a DRM device or a framebuffer open, each as "weston (412)".
  static var displayOwners: [Bytes] {
    all.filter { process in
      let folder: Bytes = "/proc/\(process)/fd"
      return ((try? File.names(in: folder)) ?? []).contains { name in
        let target = File.target(of: "\(folder)/\(name)") ?? ""
        return target.hasPrefix("/dev/dri/card") || target.hasPrefix("/dev/fb")
      }
    }.map { "\(name(of: $0)) (\($0))" }
  }
}
