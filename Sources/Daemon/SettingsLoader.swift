import Images
import System
import Loaders
import Support
import Varlink
import Raster

/// Loads the configuration and the theme by a worker process: the theme as a whole after the first picture, and both
/// for each reload. The frame loop reads and decodes nothing.
final class SettingsLoader {
  private let workers: WorkerPool
  /// The only configuration file; nil reads the usual ones.
  private let file: Bytes?
  private let prerender: (LoadedTheme) -> Void
  private let apply: (Settings) -> Void
  private let account = FileReadResult.Account()
  /// Whether a worker process is reading, and whether it reads the configuration too.
  private var isReading = false
  /// Whether the theme is still to be read for the first time.
  private var isFirstDue = true
  /// Those who are to be told when the files are read that they asked for, and those who asked meanwhile.
  private var asking: [([Bytes]) -> Void] = []
  private var waiting: [([Bytes]) -> Void] = []
  /// What was logged already.
  private var logged: [Bytes] = []
  /// When to try again for want of a worker process.
  private(set) var deadline: Int64?

  /// What was read.
  struct Settings {
    /// Nil where the one in force stays.
    var configuration: Configuration?
    /// Nil where the one in force stays; `.some(nil)` for the standard look.
    var theme: LoadedTheme??
  }

  /// How often a worker process was asked to read.
  private var attempts = 0
  /// Attempts to read the theme after the start.
  private static var attemptLimit: Int { 5 }
  /// Nanoseconds until a worker process is asked for again.
  private static var retryInterval: Int64 { 1_000_000_000 }
  /// Bytes of a theme's files, with the pictures in all sizes.
  private static var limit: Int { 4 * Picture.pixelLimit + WorkerPool.size }

  /// `prerender` draws what a theme shows, so that its pictures have the sizes in which they are shown; it is called in the
  /// worker process.
  init(
    _ workers: WorkerPool, file: Bytes?, prerender: @escaping (LoadedTheme) -> Void, apply: @escaping (Settings) -> Void
  ) { (self.workers, self.file, self.prerender, self.apply) = (workers, file, prerender, apply) }

  /// Logs lines that were not logged since the last load.
  func log(_ lines: [Bytes]) {
    for line in lines where !logged.contains(line) { Daemon.log(line) }
    logged = Problems(lines + logged).lines
  }

  /// Reads everything again; `done` hears the problems.
  func reload(_ configuration: Configuration, done: @escaping ([Bytes]) -> Void) {
    waiting.append(done)
    start(configuration)
  }

  /// Reads the theme as a whole once, after the first picture, and what had to wait for a worker process.
  func dispatch(now: Int64, _ configuration: Configuration) {
    if let deadline, deadline > now { return }
    if isFirstDue || !waiting.isEmpty { start(configuration) }
  }

  private func start(_ current: Configuration) {
    if isReading { return }
    let isReload = !waiting.isEmpty
    if !isReload, current.theme == nil { return isFirstDue = false }
    let file = file
    let isStarted = workers.start(for: .root) { [prerender] in
      let request = FileReadRequest()
      let configuration = isReload ? Configuration(file: file, from: request.configuration) : current
      if let name = configuration.theme { SettingsLoader.read(name, request, prerender) }
      return request.bytes(nil)
    } finish: { [unowned(unsafe) self] worker in
      finish(worker.memory(limit: SettingsLoader.limit), current, isReload: isReload)
    }
    if !isStarted { return deadline = Clock.nanoseconds + SettingsLoader.retryInterval }
    (isReading, isFirstDue, deadline) = (true, false, nil)
    attempts += 1
    if isReload { (asking, waiting) = (waiting, []) }
  }

  /// In the worker process: reads and draws a theme in every mode.
  private static func read(_ name: Bytes, _ request: FileReadRequest, _ prerender: (LoadedTheme) -> Void) {
    let folder = ThemeFolder(name)
    guard let ini = try? LoadedTheme.read(folder, from: request.configuration) else { return }  // noted as it is
    let files = request.files(
      { (path) throws(ParameterError) in try Daemon.load(folder.path(of: path)) },
      pixels: Picture.pixelLimit)
    let theme = LoadedTheme(folder, ini, files.remembering())
    var problems = Problems()
    for mode in theme.modes { for line in theme.problems(in: mode) { problems.add(line) } }
    prerender(theme)
    request.record(problems.all)
  }

  private func finish(_ memory: Mapping?, _ current: Configuration, isReload: Bool) {
    isReading = false
    var problems: [Bytes] = []
    var settings = Settings()
    if let memory {
      let read = FileReadResult(memory, account)
      var configuration = current
      if isReload { configuration = newConfiguration(read, current, &settings, &problems) }
      readTheme(configuration, read, &settings, &problems)
    } else {
      problems = ["the configuration and the theme could not be read in time, or the theme's pictures are too large"]
      if !isReload, attempts < SettingsLoader.attemptLimit {
        (isFirstDue, deadline) = (true, Clock.nanoseconds + SettingsLoader.retryInterval * Int64(1 << attempts))
      }
    }
    log(problems)
    apply(settings)
    let done = asking
    asking = []
    for one in done { one(problems) }
  }

  private func newConfiguration(
    _ read: FileReadResult, _ current: Configuration, _ settings: inout Settings, _ problems: inout [Bytes]
  ) -> Configuration {
    var configuration = Configuration(file: file, from: read.configuration)
    problems += configuration.complaints
    guard configuration.isComplete else {
      problems.append("the configuration stays as it was")
      return current
    }
    let fixed = configuration.keepFixed(from: current)
    if !fixed.isEmpty { problems.append("\(fixed.joined(by: ", ")): restart loaderd to change this") }
    settings.configuration = configuration
    return configuration
  }

  private func readTheme(
    _ configuration: Configuration, _ read: FileReadResult, _ settings: inout Settings, _ problems: inout [Bytes]
  ) {
    guard let name = configuration.theme else { return settings.theme = .some(nil) }
    let folder = ThemeFolder(name)
    do throws(ParameterError) {
      let ini = try LoadedTheme.read(folder, from: read.configuration)
      settings.theme = LoadedTheme(folder, ini, read.files)
      problems += read.problems
    } catch {
      problems.append("\(error.reason); the theme stays as it was")
    }
  }
}

extension Peer {
  /// Root, for work of our own.
  fileprivate static var root: Peer { Peer(user: 0, group: 0) }
}
