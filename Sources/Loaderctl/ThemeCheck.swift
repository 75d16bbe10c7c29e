import Loaders
import Support
import System

/// Reads a theme as loaderd does in each mode, and collects the lines that it would ignore.
struct ThemeCheck {
  private let path: Bytes
  private var findings: [(line: Int, reason: Bytes)] = []

  /// `name` is the name of an installed theme, a folder, or the path of a `theme.conf`.
  init(_ name: Bytes) throws(CommandError) {
    let folder = ThemeFolder(name)
    path = folder.file
    let text: Bytes
    do throws(SystemError) {
      text = Bytes(try File.read(path, limit: INI.limit))
    } catch {
      throw .failed("\(path): \(error.reason)")
    }
    let files = Files { (file) throws(ParameterError) in
      try ParsedArguments.read(folder.path(of: file))
    }
    for mode in Theme.modes {
      for complaint in Theme(INI(text), mode: mode, files).complaints
      where !findings.contains(where: { $0.line == complaint.line && $0.reason == complaint.reason }) {
        findings.append(complaint)
      }
    }
  }

  /// Prints the findings; the exit status is 1 when there are some.
  func report(to invocation: Invocation) throws(CommandError) {
    if invocation.isJSON {
      let list = findings.map { ["line": .integer($0.line), "text": .string($0.reason)] as JSON }
      if !findings.isEmpty { invocation.status = ExitStatus.refused }
      return invocation.answer(["theme": .string(path), "findings": .array(list)])
    }
    if findings.isEmpty { return invocation.write("\(path): OK: no problems found\n") }
    throw .failed(findings.map { "\(path):\($0.line): \($0.reason)" }.joined(by: "\nloaderctl: "))
  }
}
