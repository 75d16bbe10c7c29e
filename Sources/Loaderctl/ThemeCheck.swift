import Loaders
import Rendering
import Settings
import Support
import System
import Text

/// Reads a theme as loaderd does in each mode, and collects its files and the lines that it would ignore.
struct ThemeCheck {
  private let path: Bytes
  private var findings: ThemeFindings
  /// `theme.conf`, its translations, and the pictures and fonts that they name and that can be read.
  private(set) var files: [Bytes] = []

  /// `name` is the name of an installed theme, a folder, or the path of a `theme.conf`; `root` is a folder that has the
  /// root file system, without a slash at its end. `fonts` are those of the configuration, in that file system.
  init(_ name: Bytes, in root: Bytes = "", fonts: Bytes = "", on displays: [ThemeDisplay] = ThemeDisplay.standard)
    throws(CommandError)
  {
    let typesetter = Typesetter(), folder = ThemeFolder(name)
    path = folder.file
    findings = ThemeFindings(path, on: displays)
    let fallback = Parameter.usableFonts(
      fonts, Files { (path) throws(ParameterError) in try Files.load(File.path(of: path, in: root)) })
    typesetter.fallback = fallback.first
    for problem in fallback.problems { findings.warn("fonts: \(problem)") }
    var read: [Bytes] = []
    func text(_ language: Bytes) throws(CommandError) -> ThemeText {
      do throws(ParameterError) {
        return try ThemeText(name, language: language, in: root) { path, _ in
          if !read.contains(path) { read.append(path) }
        }
      } catch {
        throw .failed(error.reason)
      }
    }
    let names = ((try? File.names(in: File.path(of: folder.words, in: root))) ?? []).filter { $0.hasSuffix(".conf") }
    var texts = [try text("")]
    for name in names.ordered { texts.append(try text(Bytes(name.utf8.dropLast(5)))) }
    let files = Files { (file) throws(ParameterError) in
      let path = folder.path(of: file)
      let content = try Files.load(File.path(of: path, in: root))
      if !read.contains(path) { read.append(path) }
      return content
    }.remembering()
    for text in texts { findings.examine(text, files, typesetter) }
    self.files = read
  }

  /// The findings, each with its file and line.
  var problems: [Bytes] { findings.errors.map { "\($0.file):\($0.line): \($0.reason)" } }

  /// Prints the findings; the exit status is 1 when there are some.
  func report(to invocation: Invocation) throws(CommandError) {
    if !findings.errors.isEmpty { invocation.status = ExitStatus.refused }
    if invocation.isJSON {
      let list = findings.errors.map {
        ["file": .string($0.file), "line": .integer($0.line), "text": .string($0.reason)] as JSON
      }
      return invocation.answer([
        "theme": .string(path), "findings": .array(list), "warnings": .array(findings.warnings.map { .string($0) }),
      ])
    }
    invocation.printErrors(findings.warnings.map { "warning: " + $0 } + problems)
    if !findings.errors.isEmpty { return }
    let count = findings.warnings.count
    invocation.write(
      "\(path): OK: \(count == 0 ? "no problems found" : count == 1 ? "1 warning" : "\(count) warnings")\n")
  }
}
