internal import CLinux

/// Error numbers of errno(3), by the names that swift-system gives them.
///
/// The numbers come from the C headers, as they differ between architectures: EADDRINUSE is 98 on ARM and x86, and 125
/// on MIPS.
public enum Errno {
  /// EPERM: operation not permitted.
  public static var notPermitted: Int32 { EPERM }
  /// ENOENT: no such file or directory.
  public static var noSuchFileOrDirectory: Int32 { ENOENT }
  /// EINTR: a signal interrupted the call.
  public static var interrupted: Int32 { EINTR }
  /// ENXIO: no such device or address.
  public static var noSuchAddressOrDevice: Int32 { ENXIO }
  /// EAGAIN: the resource is not available now; try again.
  public static var resourceTemporarilyUnavailable: Int32 { EAGAIN }
  /// ENOMEM: cannot allocate memory.
  public static var noMemory: Int32 { ENOMEM }
  /// EACCES: permission denied.
  public static var permissionDenied: Int32 { EACCES }
  /// EBUSY: device or resource busy.
  public static var resourceBusy: Int32 { EBUSY }
  /// ENODEV: no such device, or the device does not support the operation.
  public static var operationNotSupportedByDevice: Int32 { ENODEV }
  /// EINVAL: invalid argument.
  public static var invalidArgument: Int32 { EINVAL }
  /// EFBIG: file too large.
  public static var fileTooLarge: Int32 { EFBIG }
  /// EROFS: read-only file system.
  public static var readOnlyFileSystem: Int32 { EROFS }
  /// EPIPE: the reading end is closed; of /dev/kmsg, that messages were overwritten.
  public static var brokenPipe: Int32 { EPIPE }
  /// ENOSYS: the kernel does not have this call.
  public static var noFunction: Int32 { ENOSYS }
  /// ETIME: timer expired.
  public static var timeout: Int32 { ETIME }
  /// EOPNOTSUPP: operation not supported.
  public static var notSupported: Int32 { EOPNOTSUPP }
  /// ETIMEDOUT: the other side did nothing in time.
  public static var timedOut: Int32 { ETIMEDOUT }
  /// EADDRINUSE: address already in use.
  public static var addressInUse: Int32 { EADDRINUSE }
}
