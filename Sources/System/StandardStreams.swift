internal import CLinux
public import Support

/// Standard output and standard error.
public enum StandardStreams {
  /// Opens /dev/null for each standard stream that is closed, as some init programs leave them. Otherwise the next file
  /// that is opened would have its number, and messages would be written to that file.
  public static func openMissing() { linux_open_standard_streams() }

  /// Writes a line to standard error. Control characters, as texts of other programs may have them, are removed, and
  /// line feeds become spaces.
  public static func error(_ line: Bytes) {
    // There is no other place to report a failure.
    try? FileDescriptor.standardError.write((line.sanitized.singleLine + "\n").utf8)
  }
  /// Writes a line to standard error as `error` does, without blocking: lines that nobody reads are dropped and
  /// counted. The line is cut at 4000 bytes.
  public static func log(_ line: Bytes) {
    let bytes = (line.sanitized.singleLine.shortened(to: 4000) + "\n").utf8
    bytes.withUnsafeBytes { linux_log($0.baseAddress, $0.count) }
  }
  /// Writes to standard output, unchanged.
  public static func output(_ text: Bytes) { try? FileDescriptor.standardOutput.write(text.utf8, waiting: true) }
}
