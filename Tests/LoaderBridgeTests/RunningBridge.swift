import Process

/// A loader-bridge on the bus, journal and socket of a test folder, ended when the object is released.
final class RunningBridge {
  let folder: Folder
  let child: Child

  init(
    in folder: Folder, _ options: [String], as program: Program = .loaderBridge, environment: [String: String] = [:]
  ) throws {
    self.folder = folder
    let words = ["--socket", folder["s"], "--bus", "unix:path=\(folder["bus"])", "--journal", folder.path] + options
    child = try Child(program, words.map { Array($0.utf8) }, in: Folder(), environment: environment)
  }

  /// Ends it with SIGTERM, as a service manager does.
  func end() throws -> Outcome {
    child.signal(15)
    return try child.finish()
  }
}
