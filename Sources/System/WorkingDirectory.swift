internal import CLinux
public import Support

/// The working directory of this process.
public enum WorkingDirectory {
  /// Its absolute path; "." if it cannot be determined, as after the directory was removed.
  public static var path: Bytes {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return Bytes(cString: path)
  }
}
