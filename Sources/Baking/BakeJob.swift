public import Baked
import Loaders
import Raster
import Rendering
import Scene
import ScreenAPI
import Settings
public import Support
import System
import Text
import Varlink

/// A theme with all that its screens are made from, and the displays for which it is baked.
public final class BakeJob {
  /// The theme's name; empty is the built-in look.
  public let name: Bytes
  private let options: BakeOptions
  private let configuration: Configuration
  private var ini = INI("[Theme]\nloader = shimmer\n")
  private var files = Files { (path) throws(ParameterError) in throw ParameterError("file", "\(path): not read") }
  /// The fonts of the configuration.
  private var fallback: FontFile?
  /// The content of the files that were read, each with its path.
  private var contents: [(path: Bytes, hash: UInt64)] = []

  /// Reads the theme that the options name, else that of the configuration. Throws if it cannot be read, or has errors.
  public init(_ options: BakeOptions) throws(UsageError) {
    self.options = options
    configuration = Configuration(file: nil, kernelArguments: nil, from: .disk(in: options.root))
    name = options.theme ?? configuration.theme ?? ""
    do throws(ParameterError) {
      if !name.isEmpty { try readTheme() }
    } catch {
      throw UsageError(error.reason)
    }
    for screen in screens {
      let theme = theme(in: screen.mode)
      if let problem = theme.problems.first {
        throw UsageError("\(name): \(problem.reason); see loaderctl check")
      }
      _ = try configuredLoader(theme)
    }
    fallback = try fonts()
  }

  private var startup: StartupSettings { configuration.startup }

  private func readTheme() throws(ParameterError) {
    let name = options.theme ?? ThemeFolder.configured(name), folder = ThemeFolder(name)
    ini = try ThemeText(name, language: configuration.language, in: options.root, note).ini
    files = Files { [self] (path) throws(ParameterError) in try read(folder.path(of: path)) }.remembering()
  }

  private func read(_ path: Bytes) throws(ParameterError) -> [UInt8] {
    let content = try Files.load(File.path(of: path, in: options.root))
    note(path, content)
    return content
  }

  private func note(_ path: Bytes, _ content: [UInt8]) {
    if contents.contains(where: { $0.path == path }) { return }
    contents.append((path, BakedFormat.checksum(content)))
  }

  private func theme(in mode: ScreenMode) -> Theme { Theme(ini, mode: mode, files) }

  /// What is baked: the screens of the modes, and that of a failure in each of them and in `boot`.
  private var screens: [(mode: ScreenMode, isFailure: Bool)] {
    let modes = options.modes.compactMap { ScreenMode($0) }, usual = modes.map { (mode: $0, isFailure: false) }
    if !options.modes.contains("failure") { return usual }
    return usual + ([.boot] + modes.filter { $0 != .boot }).map { ($0, true) }
  }

  /// The loader that the configuration shows instead of the theme's; nil if it names none.
  private func configuredLoader(_ theme: Theme) throws(UsageError) -> AnyLoader? {
    guard let name = startup.loader, let entry = Catalog.entry(named: name) else { return nil }
    do throws(ParameterError) {
      return try entry.loader(Screen.text(of: theme, name), theme.parameters(of: name), theme.reader)
    } catch {
      throw UsageError("\(name): \(error.name): \(error.reason)")
    }
  }

  /// Counts the changes of what is baked of a theme, so that a file of an older program is out of date. 2: a failure in
  /// each mode.
  private static var revision: Int { 2 }

  /// Identifies the theme, the files that were read, the settings and the version of this program.
  private var source: UInt64 {
    var text: Bytes =
      "\(version)\n\(BakeJob.revision)\n\(startup.loader ?? "")\n\(startup.fonts)\n\(configuration.scale ?? 0)\n\(configuration.isRound ? 1 : 0)\n\(configuration.rotation)\n"
    for entry in ini.entries { text += "\(entry.section)\n\(entry.key)\n\(entry.value)\n" }
    let files = contents.map { file in
      "\(file.path)\n" + Bytes((0..<8).map { UInt8(truncatingIfNeeded: file.hash >> (8 * $0)) })
    }
    for file in files.ordered { text += file }
    return BakedFormat.checksum(text.utf8)
  }

  /// Whether a file is made from what the theme is now.
  public func isCurrent(_ file: BakedFile) -> Bool { file.source == source }

  private func fonts() throws(UsageError) -> FontFile? {
    do throws(ParameterError) {
      return try Parameter.fonts(startup.fonts, Files { [self] (path) throws(ParameterError) in try read(path) })
    } catch {
      throw UsageError("fonts: \(error.reason)")
    }
  }

  /// Draws all screens. `warn` is called with a sentence for each that is baked in another way than loaderd shows it.
  /// Throws for a theme that cannot be baked.
  public func bake(_ warn: (Bytes) -> Void) throws(UsageError) -> [UInt8] {
    var baker = ScreenBaker(rate: options.rate, source: source, fallback: fallback)
    let rotation = options.rotation ?? configuration.rotation
    for (mode, isFailure) in screens {
      let theme = theme(in: mode)
      var screen: Screen
      do throws(ParameterError) {
        screen = try Screen(theme, mode: isFailure ? nil : mode) { _ in nil }
      } catch {
        throw UsageError("\(name): \(error.name): \(error.reason)")
      }
      if !isFailure, let loader = try configuredLoader(theme) {
        screen.loader.replace(with: loader, at: .zero, fading: false)
        screen.scheme = loader.scheme
        screen.background = theme.background ?? .color(loader.scheme.background)
      }
      screen.isRound = configuration.isRound
      let call = screen.loader.current.flatMap { loader -> Bytes? in
        if isFailure { return nil }
        let text = Screen.text(of: theme, Bytes(loader.name))
        return Call(
          screen: "Show", JSON.Member("loader", .string(Bytes(loader.name))), JSON.Member("text", .string(text))
        ).text
      }
      let screenName = isFailure ? BakedScreen.failure(in: mode.name) : mode.name
      for size in options.sizes {
        let isSideways = rotation % 180 == 90
        baker.add(
          screen, mode: screenName, hasProgress: !isFailure, width: isSideways ? size.height : size.width,
          height: isSideways ? size.width : size.height, rotation: rotation,
          scale: options.scale ?? configuration.scale, call: call)
      }
    }
    for warning in baker.warnings { warn(warning) }
    let bytes = baker.bytes
    try BakeJob.check(bytes)
    return bytes
  }

  /// Throws if a frame of the file cannot be drawn: a number of the theme is larger than the file may have.
  private static func check(_ bytes: [UInt8]) throws(UsageError) {
    guard let file = BakedFile(bytes) else {
      throw UsageError("the file would be too large; bake fewer --size or --mode")
    }
    for screen in file.screens {
      for progress in [nil, 0, 50, 100] as [Int?] {
        var time: Int64? = 0, frames = 0
        while let now = time, frames < 100_000 {
          guard
            let frame = screen.frame(
              of: file, at: now, progress: progress, width: screen.width, height: screen.height)
          else {
            throw UsageError(
              "\(screen.mode), \(Int(screen.width))x\(Int(screen.height)): what is drawn is too large or too much to be baked"
            )
          }
          frames += 1
          time = frame.nextChange.flatMap { $0 > 600_000_000_000 || frames > 4000 ? nil : $0 }
        }
      }
    }
  }
}
