import System

/// The reaction to a failed KMS request, by its error code (errno(3); docs/display.md, "Kernel errors").
enum ErrorAction: Equatable {
  /// The last frame is pending, or a signal arrived: try the same again a little later.
  case retryLater
  /// Another process is master: wait for it.
  case waitForMaster
  /// Not possible this way: try the next configuration; on an enabled output, start with a new modeset.
  case tryNextConfiguration
  /// Out of memory: use fewer bits per pixel, or one buffer.
  case reduceMemory
  /// A KMS object is gone: scan the device again.
  case rescan
  /// The device is gone: close it.
  case closeDevice

  /// Classifies the error of a KMS request.
  init(_ error: SystemError) {
    switch error.code {
    case Errno.interrupted, Errno.resourceTemporarilyUnavailable, Errno.resourceBusy: self = .retryLater
    case Errno.notPermitted, Errno.permissionDenied: self = .waitForMaster
    case Errno.noMemory: self = .reduceMemory
    case Errno.noSuchFileOrDirectory: self = .rescan
    case Errno.noSuchAddressOrDevice, Errno.operationNotSupportedByDevice: self = .closeDevice
    default: self = .tryNextConfiguration  // EINVAL, ENOSPC, ERANGE, EOPNOTSUPP, EIO, ETIMEDOUT and others
    }
  }
}
