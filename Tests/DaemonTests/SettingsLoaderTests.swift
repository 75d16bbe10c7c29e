import Foundation
import Process
import Settings
import Support
import System
import Testing

@testable import Daemon

/// Which theme is applied when configuration and theme are read.
@Suite struct SettingsLoaderTests {
  private let folder = Folder()

  /// Before the first reading only what the first frame needs of the theme is known.
  @Test func completeThemeIsReadAfterAReloadThatFailed() throws {
    try FileManager.default.createDirectory(atPath: folder["theme"], withIntermediateDirectories: true)
    try folder.write("theme/theme.conf", Array("loader = ring\n".utf8))
    try folder.write("conf", Array("[Screen]\ntheme = \(folder["theme"])\n".utf8))
    let file = Bytes(Array(folder["conf"].utf8)), current = Configuration(file: file)
    try folder.write("conf", Array("[Screen]\ntheme = \(folder["missing"])\n".utf8))
    let loop = try EventLoop(), pool = WorkerPool(loop)
    var applied: [Bool] = [], problems: [Bytes] = []
    let loader = SettingsLoader(pool, file: file, prerender: { _ in }, apply: { applied.append($0.theme != nil) })
    loader.reload(current) { problems = $0.problems }
    try loop.run {
      loader.dispatch(now: Clock.nanoseconds, current)
      pool.dispatch(now: Clock.nanoseconds)
      if pool.isEmpty { loop.stop() }
    }
    #expect(applied == [false, true] && !problems.isEmpty)
  }
}
