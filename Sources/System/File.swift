internal import CLinux
public import Support

/// Operations on paths.
public enum File {
  /// The content of a file. Throws `EFBIG` if it is longer than `limit` bytes, `EISDIR` for a folder, and otherwise the
  /// errno of open(2) or read(2).
  public static func read(_ path: Bytes, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(reading: path)
    var status = stat()
    // Those of /proc have 0, those of /sys a page.
    let size = fstat(file.number, &status) == 0 ? Int(clamping: status.st_size) : 0
    // At once, because `+=` of Embedded Swift copies byte by byte, and with no larger buffer than it takes: for a file
    // of /proc the kernel clears one of the same size, and malloc gives large ones back to it.
    var count = min(max(size, 4095), limit) + 1
    var all: [UInt8] = []
    while let bytes = try file.read(upTo: count), !bytes.isEmpty {
      if all.isEmpty { all = bytes } else { all += bytes }
      if all.count > limit { throw SystemError("read", EFBIG) }
      count = 4096
    }
    return all
  }

  /// The names in a folder, unordered, with `.` and `..`. Throws the errno of opendir(3).
  public static func names(in path: Bytes) throws(SystemError) -> [Bytes] {
    guard let folder = path.withCString({ opendir($0) }) else { throw SystemError("opendir", linux_errno()) }
    defer { closedir(folder) }
    var names: [Bytes] = []
    while let entry = readdir(folder) { names.append(Bytes(cString: linux_entry_name(entry))) }
    return names
  }

  /// The paths of the files named `prefix` and a number, in the order of their numbers: "/dev/fb0", "/dev/fb1". Empty
  /// if there is no such folder.
  public static func numbered(_ prefix: Bytes, in folder: Bytes) -> [Bytes] {
    let names = (try? File.names(in: folder)) ?? []
    let numbers = names.compactMap { $0.hasPrefix(prefix) ? Decimal.integer($0.dropFirst(prefix.count)) : nil }
    return numbers.ordered(by: <).map { "\(folder)/\(prefix)\($0)" }
  }

  /// The size of a file or a block device in bytes; nil if it is empty or of another kind, or cannot be opened. A FIFO
  /// is not opened: its writer would go on, and find no reader.
  public static func size(_ path: Bytes) -> Int64? {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0,
      [mode_t(S_IFREG), mode_t(S_IFBLK)].contains(status.st_mode & mode_t(S_IFMT)),
      let file = try? FileDescriptor(reading: path)
    else { return nil }
    let size = lseek(file.number, 0, SEEK_END)
    return size > 0 ? Int64(size) : nil
  }

  /// Whether a file exists (access(2)).
  public static func exists(_ path: Bytes) -> Bool { path.withCString { access($0, F_OK) } == 0 }

  /// The absolute path of a file without symbolic links (realpath(3)); nil if it does not exist.
  public static func resolved(_ path: Bytes) -> Bytes? {
    guard let resolved = path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return Bytes(cString: resolved)
  }

  /// The path of a file in the root file system in the folder `root`, whose path has no slash at its end: symbolic
  /// links lead to files of that root, as chroot(2) would have it. `path` is absolute; an empty root is that of this
  /// process.
  public static func path(of path: Bytes, in root: Bytes) -> Bytes {
    if root.isEmpty { return path }
    // The names that follow, the next one last.
    var names = Array(path.split(at: UInt8(ascii: "/")).reversed()), found: Bytes = "", links = 0
    while let name = names.popLast() {
      if name.isEmpty || name == "." { continue }
      if name == ".." {
        found = found.utf8.lastIndex(of: UInt8(ascii: "/")).map { Bytes(found.utf8[..<$0]) } ?? ""
        continue
      }
      guard links < File.linkLimit, let target = target(of: "\(root)\(found)/\(name)") else {
        found = "\(found)/\(name)"
        continue
      }
      links += 1
      if target.hasPrefix("/") { found = "" }
      names += target.split(at: UInt8(ascii: "/")).reversed()
    }
    return root + found
  }

  /// The number of symbolic links that are followed, as by the kernel (path_resolution(7)).
  private static var linkLimit: Int { 40 }

  /// Whether this process may write to a file (access(2)).
  public static func isWritable(_ path: Bytes) -> Bool { path.withCString { access($0, W_OK) } == 0 }

  /// Whether every user may write to a file (stat(2)).
  public static func isWritableForAll(_ path: Bytes) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & 0o002 != 0
  }

  /// Whether the file is a socket.
  public static func isSocket(_ path: Bytes) -> Bool { ownerOfSocket(path) != nil }

  /// Whether the file is a socket of root or of the user of this process.
  public static func isTrustedSocket(_ path: Bytes) -> Bool {
    let owner = ownerOfSocket(path)
    return owner == 0 || owner == geteuid()
  }

  /// The inode number of the file itself, not of what a symbolic link leads to (lstat(2)); nil if there is none.
  public static func inode(of path: Bytes) -> UInt64? {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 ? UInt64(status.st_ino) : nil
  }

  /// The user who has made a socket; nil if the file is none (lstat(2)).
  private static func ownerOfSocket(_ path: Bytes) -> uid_t? {
    var status = stat()
    let isSocket =
      path.withCString { lstat($0, &status) } == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFSOCK)
    return isSocket ? status.st_uid : nil
  }

  /// Replaces a file atomically (rename(2)) by one with a mode, less the umask. Throws the errno of open(2), write(2)
  /// or rename(2).
  ///
  /// The temporary file `path.new` is created with O_EXCL and O_NOFOLLOW, so that it is safe in a folder to which other
  /// users can write.
  public static func replace(_ path: Bytes, with bytes: [UInt8], mode: UInt32 = 0o600) throws(SystemError) {
    let temporary = path + ".new"
    remove(temporary)
    let number = try system("open") { temporary.withCString { linux_open_exclusive($0, mode) } }
    do throws(SystemError) {
      try FileDescriptor(owning: number).write(bytes)
      try system("rename") { temporary.withCString { temporary in path.withCString { rename(temporary, $0) } } }
    } catch {
      remove(temporary)  // it takes the last room of a full file system
      throw error
    }
  }

  /// Whether the path leads to something that is no regular file, such as a device or a FIFO (stat(2)).
  public static func isSpecial(_ path: Bytes) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & mode_t(S_IFMT) != mode_t(S_IFREG)
  }

  /// Appends to a file that exists, with one write(2), so that two processes can append to it. Throws the errno of
  /// open(2) or write(2).
  public static func append(_ bytes: [UInt8], to path: Bytes) throws(SystemError) {
    let number = try system("open") { path.withCString { linux_open_append($0) } }
    try FileDescriptor(owning: number).write(bytes)
  }

  /// When a file was created, in nanoseconds of CLOCK_MONOTONIC; nil if that is not known, or is not between the start
  /// of that clock and `now`, because the date was set since. If `isBirth` is false, the time is that of the last
  /// change of the file's status, which may be later.
  public static func creation(of path: Bytes, now: Int64) -> (time: Int64, isBirth: Bool)? {
    var isBirth: Int32 = 0
    let age = path.withCString { linux_file_age($0, &isBirth) }
    return age >= 0 && age <= now ? (now - age, isBirth != 0) : nil
  }

  /// The target of a symbolic link; nil if there is no link, or no permission to read it.
  public static func target(of path: Bytes) -> Bytes? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    return path.withCString { readlink($0, &bytes, Int(PATH_MAX)) } < 0 ? nil : Bytes(cString: bytes)
  }

  /// Whether the root directory is the kernel's initramfs (statfs(2): ramfs or tmpfs).
  public static var isRootInitramfs: Bool { linux_is_initramfs() != 0 }

  /// Removes a file, if it exists. Errors are ignored.
  public static func remove(_ path: Bytes) { _ = path.withCString { unlink($0) } }

  /// Creates a folder with mode 0755, unless the path exists. Throws the errno of mkdir(2).
  public static func makeDirectory(_ path: Bytes) throws(SystemError) {
    do throws(SystemError) {
      try system("mkdir") { path.withCString { mkdir($0, 0o755) } }
    } catch  where error.code == EEXIST {
    }
  }
}
