import Linux
import Loaders
import Notation

/// Reads a theme as the daemon would in each mode, and names what it would leave out.
struct ThemeCheck {
  private let path: Bytes
  private let complaints: [Bytes]

  /// A name of an installed theme, or a folder.
  init(_ name: Bytes) throws(Failure) {
    let folder: Bytes = name.utf8.contains(0x2F) ? name : "/usr/share/loaderd/themes/\(name)"
    path = "\(folder)/theme.conf"
    let text: Bytes
    do throws(SystemError) {
      text = Bytes(try File.read(path, limit: INI.limit))
    } catch {
      throw .refused("\(path): \(error.reason)")
    }
    var complaints: [Bytes] = []
    let files = Files { (file) throws(ParameterError) in
      try Words.read(file.hasPrefix("/") ? file : "\(folder)/\(file)")
    }
    for mode in Theme.modes {
      let theme = Theme(INI(text), mode: mode, files)
      for complaint in theme.complaints {
        let line: Bytes = "\(path):\(complaint.line): \(complaint.reason)"
        if !complaints.contains(line) { complaints.append(line) }
      }
    }
    self.complaints = complaints
  }

  func report() throws(Failure) {
    if complaints.isEmpty { return Standard.output("\(path): nothing to complain of\n") }
    throw .refused(complaints.joined(by: "\nloaderctl: "))
  }
}
