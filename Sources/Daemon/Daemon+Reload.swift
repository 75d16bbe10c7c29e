import DaemonCore
import Display
import Loaders
import Scene
import Support
import System
import Varlink

/// Reads the configuration and the theme again without interrupting the picture.
extension Daemon {
  /// Shows the theme's own loader, if it has one.
  func showTheme(at time: Int64, fading: Bool = true, isReplayed: Bool = false) {
    let call = model.showTheme(at: time, fading: fading)
    logProblems()
    guard let call else { return }
    if !isReplayed { restartState.note(call, at: time, reader: nil, origin: .theme) }
    callOrder.replacedPersistentEntry()
    redraw()
  }

  /// Reads the configuration and the theme again; `done` receives the report.
  func reload(_ done: @escaping (SettingsLoader.Report) -> Void) { settingsLoader?.reload(configuration, done: done) }

  /// Applies settings that were read; the loader continues at its phase.
  func apply(_ settings: SettingsLoader.Settings) {
    if let new = settings.configuration {
      configuration = new
      model.apply(new)
      server?.endRefusedClients()
    }
    if let theme = settings.theme {
      if theme == nil, model.theme != nil { restartState.endTheme() }
      model.setThemes({ theme?.theme(for: $0) }, at: Clock.nanoseconds)
      logProblems()
    }
    redraw()
  }

  /// Draws what a theme shows, in each mode and on each output, so that its pictures are cached in the sizes in which
  /// they are shown. Runs in a worker process.
  func prerender(_ theme: LoadedTheme) {
    let now = Clock.nanoseconds
    func draw(_ trial: inout ScreenModel) { self.draw(&trial, from: now, frames: 2, every: 400_000_000) }
    for mode in theme.modes {
      var trial = model.emptied(model.files)
      trial.setThemes({ _ in theme.theme(for: mode) }, at: now)
      _ = trial.showTheme(at: now, fading: false)
      draw(&trial)
    }
    var trial = model.emptied(model.files)
    trial.setThemes({ theme.theme(for: $0) }, at: now)
    for entry in Catalog.all {
      let name = Bytes(entry.name)
      let given = trial.theme?.parameters(of: name) ?? []
      guard given.contains(where: { $0.text.hasPrefix(Theme.filePrefix) }) else { continue }
      _ = trial.answer(Daemon.showCall(name, text: "Loading…"), now: now, statusSnapshot)
      draw(&trial)
    }
  }
}
