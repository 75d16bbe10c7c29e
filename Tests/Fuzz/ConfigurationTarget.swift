import Glibc
import Settings
import Support

@testable import Daemon

extension Target {
  /// A configuration file, and after a NUL the kernel's command line.
  static let configuration = Target("configuration") { bytes in
    let end = bytes.firstIndex(of: 0) ?? bytes.count
    let file = NamelessFile(Array(bytes[..<end])), arguments = NamelessFile(Array(bytes.dropFirst(end + 1)))
    let configuration = Configuration(file: file.path, kernelArguments: arguments.path)
    for problem in configuration.problems.all { require(!problem.isEmpty) }
    if let scale = configuration.scale { require((0.25...8).contains(scale)) }
    if let rate = configuration.startup.leastRate { require((1...1000).contains(rate)) }
    for rule in configuration.startup.outputConfiguration.rules {
      if let scale = rule.scale { require((0.25...8).contains(scale)) }
      if let mode = rule.mode { require(mode.width > 0 && mode.height > 0) }
    }
    for name in ["HDMI-A-1", "DSI-1", ""] as [Bytes] { _ = configuration.startup.outputConfiguration.rule(for: name) }
  }
}

/// A temporary file without a name; it has a path in /proc.
private final class NamelessFile {
  private let file: UnsafeMutablePointer<FILE>

  init(_ bytes: [UInt8]) {
    guard let file = tmpfile() else { fatalError("tmpfile failed") }
    fwrite(bytes, 1, bytes.count, file)
    fflush(file)
    self.file = file
  }

  deinit { fclose(file) }

  var path: Bytes {
    var text: Bytes = "/proc/self/fd/"
    text += "\(Int(fileno(file)))"
    return text
  }
}
