import System

/// What to do when the kernel refuses: its error codes, each with an answer (display.md, A13; errno(3)).
enum ErrorAction: Equatable {
  /// The last frame is still under way, or a signal came between: the same again a little later.
  case again
  /// Another program is master: not an error, but a reason to wait.
  case standAside
  /// Not like this: another way, another format, another mode; on a lit screen, light it anew.
  case degrade
  /// Memory is short: fewer bytes a pixel, one buffer.
  case shrink
  /// An object is gone: look at the card again.
  case rescan
  /// The card is gone.
  case forget

  init(_ error: SystemError) {
    switch error.code {
    case Errno.interrupted, Errno.resourceTemporarilyUnavailable, Errno.resourceBusy: self = .again
    case Errno.notPermitted, Errno.permissionDenied: self = .standAside
    case Errno.noMemory: self = .shrink
    case Errno.noSuchFileOrDirectory: self = .rescan
    case Errno.noSuchAddressOrDevice, Errno.operationNotSupportedByDevice: self = .forget
    default: self = .degrade  // EINVAL, ENOSPC, ERANGE, EOPNOTSUPP, EIO, ETIMEDOUT and what nobody has seen yet
    }
  }
}
