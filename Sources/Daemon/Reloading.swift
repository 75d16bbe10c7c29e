import Images
import Input
import System
import Loaders
import Support
import Display
import Varlink
import Raster
import Scene
import Text
import Progress

/// Takes the configuration and the theme as they are read, while the picture goes on.
extension Daemon {
  /// Shows the theme's own loader, where it has one.
  func showTheme(at time: Int64, fading: Bool = true) {
    let call = model.showTheme(at: time, fading: fading)
    logComplaints()
    guard let call else { return }
    restartState.note(call, at: time, reader: nil, isThemed: true)
    persistentSequence = nextSequence()
    redraw()
  }

  /// Reads the configuration and the theme again; `done` hears what is wrong with them.
  func reload(_ done: @escaping ([Bytes]) -> Void) { loader?.reload(configuration, done: done) }

  /// Takes what was read: the picture goes on at its phase.
  func apply(_ settings: SettingsLoader.Settings) {
    if let new = settings.configuration {
      configuration = new
      new.apply(to: &model)
    }
    if let theme = settings.theme {
      model.setThemes({ theme?.theme(for: $0) }, at: Clock.nanoseconds)
      logComplaints()
    }
    redraw()
  }

  /// Draws all that a theme shows, in each mode and on each output, so that its pictures have the sizes that they need.
  func prerender(_ theme: LoadedTheme) {
    let now = Clock.nanoseconds
    func draw(_ trial: ScreenModel) {
      for view in outputSchedulers {
        let size = view.output.description
        let context = Context(typesetter, scale: scale(of: size, in: trial))
        for step in 0..<2 {
          _ = trial.frame(at: now + Int64(step) * 400_000_000, width: size.width, height: size.height, context)
        }
      }
    }
    for mode in theme.modes {
      var trial = model.emptied(model.files)
      trial.setThemes({ _ in theme.theme(for: mode) }, at: now)
      _ = trial.showTheme(at: now, fading: false)
      draw(trial)
    }
    var trial = model.emptied(model.files)
    trial.setThemes({ theme.theme(for: $0) }, at: now)
    for entry in Catalog.all {
      let name = Bytes(entry.name)
      let given = trial.theme?.parameters(of: name) ?? []
      guard given.contains(where: { $0.text.hasPrefix(Theme.filePrefix) }) else { continue }
      _ = trial.answer(Daemon.show(name, "Loading…"), now: now, statusSnapshot)
      draw(trial)
    }
  }
}
