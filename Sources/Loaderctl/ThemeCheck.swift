import Loaders
import Support
import System
import Text

/// Reads a theme as loaderd does in each mode, and collects its files and the lines that it would ignore.
struct ThemeCheck {
  private let path: Bytes
  private var findings: [(file: Bytes, line: Int, reason: Bytes)] = []
  /// What is usable and yet bad to look at.
  private(set) var warnings: [Bytes] = []
  /// `theme.conf`, its translations, and the pictures and fonts that they name and that can be read.
  private(set) var files: [Bytes] = []

  /// `name` is the name of an installed theme, a folder, or the path of a `theme.conf`; `root` is a folder that has the root
  /// file system, without a slash at its end. `fonts` are those of the configuration, in that file system.
  init(_ name: Bytes, in root: Bytes = "", fonts: Bytes = "") throws(CommandError) {
    let typesetter = Typesetter()
    do throws(ParameterError) {
      typesetter.fallback = try Parameter.fonts(
        fonts, Files { (path) throws(ParameterError) in try ParsedArguments.read(root + path) })
    } catch {
      warnings.append("fonts: \(error.reason)")
    }
    let folder = ThemeFolder(name)
    path = folder.file
    var read: [Bytes] = []
    func text(_ language: Bytes) throws(CommandError) -> ThemeText {
      do throws(ParameterError) {
        return try ThemeText(folder, language: language) { (path) throws(ParameterError) in
          do throws(SystemError) {
            let content = try File.read(root + path, limit: INI.limit)
            if !read.contains(path) { read.append(path) }
            return content
          } catch {
            if error.isAbsence { return nil }
            throw ParameterError("file", error.reason)
          }
        }
      } catch {
        throw .failed("\(root)\(path): \(error.reason)")
      }
    }
    let names = ((try? File.names(in: root + folder.words)) ?? []).filter { $0.hasSuffix(".conf") }
    var texts = [try text("")]
    for name in names.ordered { texts.append(try text(Bytes(name.utf8.dropLast(5)))) }
    let files = Files { (file) throws(ParameterError) in
      let path = folder.path(of: file)
      let content = try ParsedArguments.read(root + path)
      if !read.contains(path) { read.append(path) }
      return content
    }.remembering()
    for text in texts {
      examine(text, files, typesetter)
      let missing = text.untranslated
      if !missing.isEmpty { warnings.append("\(text.translation): not in section Words: \(missing.joined(by: ", "))") }
    }
    self.files = read
  }

  private mutating func examine(_ text: ThemeText, _ files: Files, _ typesetter: Typesetter) {
    var missing: [UInt32] = []
    for mode in Theme.modes {
      let theme = Theme(text.ini, mode: mode, files)
      for complaint in theme.complaints {
        let place = text.place(of: complaint.line)
        let isKnown = findings.contains {
          $0.file == place.file && $0.line == place.line && $0.reason == complaint.reason
        }
        if !isKnown { findings.append((place.file, place.line, complaint.reason)) }
      }
      theme.measureContrasts { name, contrast in
        let tenths = Double(Int(contrast * 10)) / 10
        let warning: Bytes =
          "\(path): the \(name) has a contrast of \(tenths):1 to the background, small text needs 4.5:1"
        if contrast < 4.5, !warnings.contains(warning) { warnings.append(warning) }
      }
      for scalar in theme.missingCharacters(typesetter) where !missing.contains(scalar) { missing.append(scalar) }
    }
    if missing.isEmpty { return }
    var some = Bytes()
    for scalar in missing.prefix(20) {
      some += " "
      some.append(scalar: scalar)
    }
    if missing.count > 20 { some += " and \(missing.count - 20) more" }
    let place = text.translation.isEmpty ? path : text.translation
    warnings.append("\(place): no font has:\(some); set font in the theme, or fonts in loaderd.conf")
  }

  /// The findings, each with its file and line.
  var complaints: [Bytes] { findings.map { "\($0.file):\($0.line): \($0.reason)" } }

  /// Prints the findings; the exit status is 1 when there are some.
  func report(to invocation: Invocation) throws(CommandError) {
    if invocation.isJSON {
      let list = findings.map {
        ["file": .string($0.file), "line": .integer($0.line), "text": .string($0.reason)] as JSON
      }
      if !findings.isEmpty { invocation.status = ExitStatus.refused }
      return invocation.answer([
        "theme": .string(path), "findings": .array(list), "warnings": .array(warnings.map { .string($0) }),
      ])
    }
    for warning in warnings { StandardStreams.error("loaderctl: warning: \(warning)") }
    if findings.isEmpty { return invocation.write("\(path): OK: no problems found\n") }
    throw .failed(complaints.joined(by: "\nloaderctl: "))
  }
}
