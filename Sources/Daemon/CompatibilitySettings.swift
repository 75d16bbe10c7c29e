import System
import Support

/// Which of the old doors are open, and where: section `Compatibility` of the configuration.
public struct CompatibilitySettings {
  enum Setting: Equatable {
    /// Nothing was said.
    case usual
    case yes, no
    case at(Bytes)
  }

  private(set) var plymouth = Setting.usual
  private(set) var psplash = Setting.usual
  private(set) var fbsplash = Setting.usual
  private(set) var swupdate = Setting.usual
  /// Whether a door is open of which nothing was said.
  var areOpen = true

  static func values(of key: CompatibilityKey) -> Bytes {
    switch key {
    case .plymouth: "yes, no or @NAME"
    case .fbsplash: "no or /PATH"
    case .psplash, .swupdate: "yes, no or /PATH"
    }
  }

  /// False for what is none of the values of a key.
  mutating func set(_ key: CompatibilityKey, _ value: Bytes) -> Bool {
    let setting: Setting
    let isPlace = value.hasPrefix(key == .plymouth ? "@" : "/") && (2..<Socket.pathCapacity).contains(value.count)
    switch value {
    case "yes" where key != .fbsplash: setting = .yes
    case "no": setting = .no
    case _ where isPlace: setting = .at(value)
    default: return false
    }
    switch key {
    case .plymouth: plymouth = setting
    case .psplash: psplash = setting
    case .fbsplash: fbsplash = setting
    case .swupdate: swupdate = setting
    }
    return true
  }

  /// Where plymouthd's clients look: its name, and an older one that fills its address.
  var plymouthNames: [Bytes] {
    let old: Bytes = "@/ply-boot-protocol"
    let padding = [UInt8](repeating: 0, count: Socket.pathCapacity - old.count)
    return places(plymouth, ["@/org/freedesktop/plymouthd", old + Bytes(padding)])
  }

  var psplashPaths: [Bytes] { places(psplash, [(Environment["PSPLASH_FIFO_DIR"] ?? "/run") + "/psplash_fifo"]) }

  var fbsplashPaths: [Bytes] { places(fbsplash, []) }

  var swupdatePaths: [Bytes] { places(swupdate, ["/run/swupdate/swupdateprog", "/tmp/swupdateprog"]) }

  private func places(_ setting: Setting, _ usual: [Bytes]) -> [Bytes] {
    switch setting {
    case .usual: areOpen ? usual : []
    case .yes: usual
    case .no: []
    case .at(let place): [place]
    }
  }
}
