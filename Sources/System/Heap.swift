internal import CLinux

/// The heap of this process.
public enum Heap {
  /// Returns free memory to the kernel (malloc_trim(3)); takes about a millisecond.
  public static func trim() { linux_trim_heap() }

  /// Returns memory of 1 MB or more to the kernel as soon as it is freed (mallopt(3)).
  public static func mapLargeMemory() { linux_map_large_memory() }
}
