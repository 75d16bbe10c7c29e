import Glibc
import System
import Testing

@testable import Display

@Suite struct ErrorActionTests {
  @Test func everyErrorCodeHasAnAction() {
    let expected: [(Int32, ErrorAction)] = [
      (EBUSY, .retryLater), (EINTR, .retryLater), (EAGAIN, .retryLater), (EACCES, .waitForMaster),
      (EPERM, .waitForMaster),
      (ENOSPC, .tryNextConfiguration), (EINVAL, .tryNextConfiguration), (ENODEV, .closeDevice), (ENOMEM, .reduceMemory),
      (ENOENT, .rescan), (EIO, .tryNextConfiguration), (ETIMEDOUT, .tryNextConfiguration),
      (EOPNOTSUPP, .tryNextConfiguration), (ERANGE, .tryNextConfiguration),
    ]
    for (code, action) in expected { #expect(ErrorAction(SystemError("ioctl", code)) == action, "\(code)") }
  }
}
