import Compatibility
import System
import Support

/// The addresses of the old doors, taken: whoever comes now waits until there is somebody to answer.
struct CompatibilitySockets {
  private(set) var plymouth: [FileDescriptor] = []
  private(set) var pipes: [(fifo: Fifo, dialect: SplashCommands.Dialect)] = []
  /// Where SWUpdate's sockets may be.
  let swupdate: [Bytes]

  /// Takes what the settings name. What cannot be had is said, once, and stays shut.
  init(_ settings: CompatibilitySettings, say: (Bytes) -> Void) {
    swupdate = settings.swupdatePaths
    for name in settings.plymouthNames {
      do throws(SystemError) {
        plymouth.append(try Socket.listening(at: name))
      } catch {
        say(
          "plymouth: \(Bytes(name.utf8.prefix { $0 != 0 })): \(error.reason); end the plymouthd or loaderd there, or set 'plymouth = no' in section Doors of loaderd.conf"
        )
        break
      }
    }
    open(settings.psplashPaths, .psplash, "psplash", say)
    open(settings.fbsplashPaths, .fbsplash, "fbsplash", say)
  }

  private mutating func open(
    _ paths: [Bytes], _ dialect: SplashCommands.Dialect, _ key: Bytes, _ say: (Bytes) -> Void
  ) {
    for path in paths {
      do throws(SystemError) {
        pipes.append((try Fifo(path), dialect))
      } catch {
        say("\(key): \(path): \(error.reason); set '\(key) = no' or another path in section Doors of loaderd.conf")
      }
    }
  }
}
