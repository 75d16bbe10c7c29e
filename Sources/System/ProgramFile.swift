internal import CLinux

/// The file of this program.
public enum ProgramFile {
  /// Reads the whole file into memory now, so that no page of it is read from a disk later (madvise(2)).
  public static func load() { linux_load_program() }
}
