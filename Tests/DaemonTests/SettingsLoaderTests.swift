import Foundation
import Process
import Settings
import Support
import System
import Testing

@testable import Daemon

/// Which theme is applied, and how, when configuration and theme are read.
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

  /// Each call of `Show` and `SetMode` would copy and parse it.
  @Test func fontIsMadeOnceForAllModesAndLoaders() throws {
    try FileManager.default.createDirectory(atPath: folder["theme"], withIntermediateDirectories: true)
    let font = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fuzz/Corpus/font/variable.ttf")
    try FileManager.default.copyItem(at: font, to: URL(fileURLWithPath: folder["theme/own.ttf"]))
    try folder.write("theme/theme.conf", Array("[Theme]\nfont = own.ttf\n[shimmer]\nfont = own.ttf\n".utf8))
    try folder.write("conf", Array("[Screen]\ntheme = \(folder["theme"])\n".utf8))
    let file = Bytes(Array(folder["conf"].utf8))
    let loop = try EventLoop(), pool = WorkerPool(loop)
    var themes: [LoadedTheme] = []
    let loader = SettingsLoader(pool, file: file, prerender: { _ in }) { themes += [$0.theme ?? nil].compactMap { $0 } }
    loader.reload(Configuration(file: file)) { #expect($0.problems == []) }
    try loop.run {
      loader.dispatch(now: Clock.nanoseconds, Configuration(file: file))
      pool.dispatch(now: Clock.nanoseconds)
      if pool.isEmpty { loop.stop() }
    }
    let theme = try #require(themes.last)
    let fonts = [ScreenMode.boot, .update].map { theme.theme(for: $0).style.textStyle(size: 10, weight: 400).font }
    #expect(fonts[0] != nil && fonts[0] === fonts[1])
  }
}
