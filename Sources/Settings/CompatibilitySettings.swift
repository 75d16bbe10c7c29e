import Compatibility
import Support
import System

/// Section `[Compatibility]` of the configuration: which compatibility sockets are open, and where.
package struct CompatibilitySettings {
  /// The value of a key.
  enum Setting: Equatable {
    /// Not configured: open at the standard addresses if `opensByDefault`.
    case unset
    /// Open at the standard addresses.
    case yes
    case no
    case at(Bytes)
  }

  private(set) var plymouth = Setting.unset
  private(set) var psplash = Setting.unset
  private(set) var fbsplash = Setting.unset
  private(set) var swupdate = Setting.unset
  /// Whether sockets that are not configured are open.
  package var opensByDefault = true

  /// The values of a key, for an error message.
  static func values(of key: CompatibilityKey) -> Bytes {
    switch key {
    case .plymouth: "yes, no or @NAME"
    case .fbsplash: "no or /PATH"
    case .psplash, .swupdate: "yes, no or /PATH"
    }
  }

  /// Sets a key; false if the value is not one of its values.
  mutating func set(_ key: CompatibilityKey, _ value: Bytes) -> Bool {
    let setting: Setting
    let isAddress = value.hasPrefix(key == .plymouth ? "@" : "/") && (2..<Socket.pathCapacity).contains(value.count)
    switch value {
    case "yes" where key != .fbsplash: setting = .yes
    case "no": setting = .no
    case _ where isAddress: setting = .at(value)
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

  /// Whether plymouthd's sockets are at their standard addresses.
  package var hasStandardPlymouth: Bool { plymouthNames == PlymouthAddress.names }

  package var plymouthNames: [Bytes] { addresses(plymouth, PlymouthAddress.names) }

  package var psplashPaths: [Bytes] {
    addresses(psplash, [(Environment["PSPLASH_FIFO_DIR"] ?? "/run") + "/psplash_fifo"])
  }

  package var fbsplashPaths: [Bytes] { addresses(fbsplash, []) }

  package var swupdatePaths: [Bytes] { addresses(swupdate, ["/run/swupdate/swupdateprog", "/tmp/swupdateprog"]) }

  private func addresses(_ setting: Setting, _ standard: [Bytes]) -> [Bytes] {
    switch setting {
    case .unset: opensByDefault ? standard : []
    case .yes: standard
    case .no: []
    case .at(let address): [address]
    }
  }
}
