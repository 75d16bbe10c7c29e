internal import CLinux

/// The files of this program and its libraries.
public enum ProgramFile {
  /// Reads the whole files into memory now, so that no page of them is read from a disk later (madvise(2)).
  public static func load() { linux_load_program() }

  /// Unmaps code and constants, most of which only the start needed. They stay in the page cache; the kernel maps what
  /// is used again.
  public static func unmapUnused() { linux_unmap_program() }
}
