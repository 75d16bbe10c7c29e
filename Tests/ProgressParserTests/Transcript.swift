import Foundation

/// Recorded output of programs, byte for byte.
enum Transcript {
  static let all = [
    "apt-fail", "apt-install", "curl-bar", "curl-fail", "curl-table", "curl-unknown", "dd", "dialog", "dpkg",
    "dpkg-fail", "fsck", "pv-bar", "pv-numeric", "pv-unknown", "rauc", "rauc-fail", "rauc-tty", "rsync-fail",
    "rsync-progress", "rsync-progress2", "swupdate", "swupdate-client", "swupdate-client-fail", "swupdate-progress",
    "wget-bar", "wget-bar-unknown", "wget-dot", "wget-dot-unknown", "wget-fail",
  ]

  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return Array(try Data(contentsOf: folder.appending(path: "Transcripts/\(name)")))
  }
}
