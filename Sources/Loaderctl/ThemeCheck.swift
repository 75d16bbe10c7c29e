import Loaders
import Support
import System

/// Reads a theme as loaderd does in each mode, and collects its files and the lines that it would ignore.
struct ThemeCheck {
  private let path: Bytes
  private var findings: [(line: Int, reason: Bytes)] = []
  /// What is usable and yet bad to look at.
  private(set) var warnings: [Bytes] = []
  /// `theme.conf`, and the pictures and fonts that it names and that can be read.
  private(set) var files: [Bytes] = []

  /// `name` is the name of an installed theme, a folder, or the path of a `theme.conf`; `root` is a folder that has the root
  /// file system, without a slash at its end.
  init(_ name: Bytes, in root: Bytes = "") throws(CommandError) {
    let folder = ThemeFolder(name)
    path = folder.file
    let text: Bytes
    do throws(SystemError) {
      text = Bytes(try File.read(root + path, limit: INI.limit))
    } catch {
      throw .failed("\(root)\(path): \(error.reason)")
    }
    var read = [path]
    let files = Files { (file) throws(ParameterError) in
      let path = folder.path(of: file)
      let content = try ParsedArguments.read(root + path)
      if !read.contains(path) { read.append(path) }
      return content
    }.remembering()
    for mode in Theme.modes {
      let theme = Theme(INI(text), mode: mode, files)
      for complaint in theme.complaints
      where !findings.contains(where: { $0.line == complaint.line && $0.reason == complaint.reason }) {
        findings.append(complaint)
      }
      theme.measureContrasts { name, contrast in
        let tenths = Double(Int(contrast * 10)) / 10
        let warning: Bytes =
          "\(path): the \(name) has a contrast of \(tenths):1 to the background, small text needs 4.5:1"
        if contrast < 4.5, !warnings.contains(warning) { warnings.append(warning) }
      }
    }
    self.files = read
  }

  /// The findings, each with its file and line.
  var complaints: [Bytes] { findings.map { "\(path):\($0.line): \($0.reason)" } }

  /// Prints the findings; the exit status is 1 when there are some.
  func report(to invocation: Invocation) throws(CommandError) {
    if invocation.isJSON {
      let list = findings.map { ["line": .integer($0.line), "text": .string($0.reason)] as JSON }
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
