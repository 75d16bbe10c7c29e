import Images
import Loaders
import Raster
import Settings
import Support
import System
import Varlink

/// Loads the configuration and the theme in a worker process: the complete theme after the first frame, and both for
/// each reload. The event loop reads and decodes no files.
final class SettingsLoader {
  private let workers: WorkerPool
  /// The only configuration file; nil reads the usual ones.
  private let file: Bytes?
  private let prerender: (LoadedTheme) -> Void
  private let apply: (Settings) -> Void
  /// Whether a worker process is reading.
  private var isReading = false
  /// Whether to read the complete theme: it was not read yet, and attempts are left.
  private var isFirstDue = true
  /// Callbacks of the reload that is running.
  private var running: [(Report) -> Void] = []
  /// Callbacks of reloads that were requested meanwhile.
  private var waiting: [(Report) -> Void] = []
  /// Lines that were logged already.
  private var logged: [Bytes] = []
  /// When to try again after a worker process could not be started.
  private(set) var deadline: Int64?

  /// What a reload reports, a line each.
  struct Report {
    /// What cannot be used.
    var problems: [Bytes] = []
    /// What has a new name, and what needs a restart.
    var notes: [Bytes] = []
  }

  /// The settings that were read.
  struct Settings {
    /// Nil keeps the current one.
    var configuration: Configuration?
    /// Nil keeps the current one; `.some(nil)` is the built-in look.
    var theme: LoadedTheme??
  }

  /// Worker processes that were started to read the complete theme for the first time.
  private var attempts = 0
  /// Attempts to read the complete theme.
  private static var attemptLimit: Int { 5 }
  /// Nanoseconds before the first retry; each further one doubles it.
  private static var retryInterval: Int64 { 1_000_000_000 }
  /// Bytes of a theme's files, with its pictures in all sizes.
  private static var limit: Int { 4 * Picture.pixelLimit + WorkerPool.resultLimit }

  /// `prerender` draws what a theme shows, so that its pictures are cached in the sizes in which they are shown; it is
  /// called in the worker process. `apply` is called with the settings that were read.
  init(
    _ workers: WorkerPool, file: Bytes?, prerender: @escaping (LoadedTheme) -> Void, apply: @escaping (Settings) -> Void
  ) {
    self.workers = workers
    self.file = file
    self.prerender = prerender
    self.apply = apply
  }

  /// Logs lines that were not logged since the last load.
  func log(_ lines: [Bytes]) {
    for line in lines where !logged.contains(line) { Daemon.log(line) }
    // All of this load, which are limited in number, also if Problems would omit some: any client may call Reload.
    logged = lines + Problems(logged).lines.filter { !lines.contains($0) }
  }

  /// Reads configuration and theme again; `done` receives the report.
  func reload(_ configuration: Configuration, done: @escaping (Report) -> Void) {
    waiting.append(done)
    start(configuration)
  }

  /// Reads the complete theme, once, and starts what had to wait for a worker process.
  func dispatch(now: Int64, _ configuration: @autoclosure () -> Configuration) {
    if let deadline, deadline > now { return }
    if isFirstDue || !waiting.isEmpty { start(configuration()) }
  }

  private func start(_ current: Configuration) {
    if isReading { return }
    let isReload = !waiting.isEmpty
    if !isReload, current.theme == nil { return isFirstDue = false }
    let file = file
    let isStarted = workers.start(for: .root, isForClient: isReload) { [prerender] in
      let request = FileBundleWriter()
      let configuration = isReload ? Configuration(file: file, from: request.configuration) : current
      if let name = configuration.theme { SettingsLoader.read(name, configuration.language, request, prerender) }
      return request.bytes(nil)
    } finish: { [unowned(unsafe) self] worker in
      finish(worker?.memory(limit: SettingsLoader.limit), current, isReload: isReload)
    }
    if !isStarted { return deadline = Clock.nanoseconds + SettingsLoader.retryInterval }
    isReading = true
    deadline = nil
    if isReload {
      running = waiting
      waiting = []
    } else {
      isFirstDue = false
      attempts += 1
    }
  }

  /// Runs in the worker process: reads and draws a theme in every mode.
  private static func read(
    _ name: Bytes, _ language: Bytes, _ request: FileBundleWriter, _ prerender: (LoadedTheme) -> Void
  ) {
    let folder = ThemeFolder(name)
    guard let text = try? LoadedTheme.read(folder, language: language, from: request.configuration) else {
      return  // the error is recorded
    }
    let files = request.files(
      { (path) throws(ParameterError) in try Files.load(folder.path(of: path)) },
      pixels: Picture.pixelLimit)
    let theme = LoadedTheme(text, files.remembering())
    var problems = Problems()
    for mode in theme.modes { for line in theme.problems(in: mode) { problems.add(line) } }
    if request.hasPictures { prerender(theme) }
    request.record(problems.all)
  }

  private func finish(_ memory: Mapping?, _ current: Configuration, isReload: Bool) {
    isReading = false
    var report = Report()
    var settings = Settings()
    if let memory {
      let read = FileBundle(memory)
      var configuration = current
      if isReload { configuration = newConfiguration(read, current, &settings, &report) }
      readTheme(configuration, read, isReload, &settings, &report)
    } else {
      report.problems = [
        "the configuration and the theme could not be read in time, or the theme's pictures are too large"
      ]
      if !isReload, attempts < SettingsLoader.attemptLimit {
        isFirstDue = true
        deadline = Clock.nanoseconds + SettingsLoader.retryInterval * Int64(1 << (attempts - 1))
      }
    }
    if settings.theme != nil { isFirstDue = false }
    log(report.problems + report.notes)
    apply(settings)
    let callbacks = running
    running = []
    for done in callbacks { done(report) }
  }

  private func newConfiguration(
    _ read: FileBundle, _ current: Configuration, _ settings: inout Settings, _ report: inout Report
  ) -> Configuration {
    var configuration = Configuration(file: file, from: read.configuration)
    report.problems += configuration.problems.all
    report.notes += configuration.notes.all
    guard configuration.isComplete else {
      report.problems.append("the configuration stays as it was")
      return current
    }
    let fixed = configuration.keepFixed(from: current)
    if !fixed.isEmpty { report.notes.append("\(fixed.joined(by: ", ")): restart loaderd to change this") }
    settings.configuration = configuration
    return configuration
  }

  /// A reload whose theme has a problem keeps the theme in use, which somebody has approved. At the start there is no
  /// other, so one with problems is used.
  private func readTheme(
    _ configuration: Configuration, _ read: FileBundle, _ isReload: Bool, _ settings: inout Settings,
    _ report: inout Report
  ) {
    guard let name = configuration.theme else { return settings.theme = .some(nil) }
    let folder = ThemeFolder(name)
    do throws(ParameterError) {
      let text = try LoadedTheme.read(folder, language: configuration.language, from: read.configuration)
      report.problems += read.problems
      if isReload, !read.problems.isEmpty { throw ParameterError("theme", "\(folder.file): not without errors") }
      settings.theme = LoadedTheme(text, read.files.keepingFonts())
    } catch {
      // At the start, what was wrong already before the first picture is logged, and no theme was there to stay.
      if !isReload, logged.contains(where: { $0.hasPrefix(error.reason) }) { return }
      report.problems.append("\(error.reason); the theme stays as it was")
    }
  }
}
