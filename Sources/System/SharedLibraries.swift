internal import CLinux

/// Shared libraries that are opened when they are needed (dlopen(3)).
public enum SharedLibraries {
  /// False in a static program, which can open none.
  public static var canBeOpened: Bool { linux_is_static() == 0 }
}
