internal import CLinux

/// The heap of this process.
public enum Heap {
  /// Returns free memory to the kernel (malloc_trim(3)); takes about a millisecond.
  public static func trim() { linux_trim_heap() }
}
