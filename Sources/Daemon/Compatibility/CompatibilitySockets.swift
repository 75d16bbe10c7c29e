import Compatibility
import Settings
import Support
import System

/// The open compatibility sockets. They are bound before READY=1, and clients that connect wait until the listeners
/// accept them.
struct CompatibilitySockets {
  private(set) var plymouth: [FileDescriptor] = []
  /// Whether they are plymouthd's, so that `PlymouthPidFile` is true.
  let isPlymouth: Bool
  private(set) var pipes: [(fifo: Fifo, dialect: SplashTranslator.Dialect)] = []
  /// Paths where SWUpdate's progress socket may be.
  let swupdate: [Bytes]

  /// Opens what the settings name. A socket that cannot be opened is logged, and is not tried again. `inherited` are
  /// plymouth's sockets of the predecessor. `hasPredecessor`: FIFOs that exist are those of a predecessor.
  init(
    _ settings: CompatibilitySettings, inherited: [FileDescriptor], hasPredecessor: Bool, log: (Bytes) -> Void
  ) {
    swupdate = settings.swupdatePaths
    plymouth = settings.plymouthNames.isEmpty ? [] : inherited
    for name in plymouth.isEmpty ? settings.plymouthNames : [] {
      do throws(SystemError) {
        plymouth.append(try Socket.listening(at: name))
      } catch {
        log(
          "plymouth: \(Bytes(name.utf8.prefix { $0 != 0 })): \(error.reason); end the plymouthd or loaderd there, or set 'plymouth = no' in section Compatibility of loaderd.conf"
        )
        break
      }
    }
    isPlymouth = settings.hasStandardPlymouth && !plymouth.isEmpty
    open(settings.psplashPaths, .psplash, "psplash", isInherited: hasPredecessor, log)
    open(settings.fbsplashPaths, .fbsplash, "fbsplash", isInherited: hasPredecessor, log)
  }

  private mutating func open(
    _ paths: [Bytes], _ dialect: SplashTranslator.Dialect, _ key: Bytes, isInherited: Bool, _ log: (Bytes) -> Void
  ) {
    for path in paths {
      do throws(SystemError) {
        pipes.append((try Fifo(path, isInherited: isInherited), dialect))
      } catch {
        log(
          "\(key): \(path): \(error.reason); set '\(key) = no' or another path in section Compatibility of loaderd.conf"
        )
      }
    }
  }
}
