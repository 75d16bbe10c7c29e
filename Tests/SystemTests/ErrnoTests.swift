import Foundation
import System
import Testing

/// Names of error numbers, whose values differ between architectures.
@Suite struct ErrnoTests {
  @Test func namesAreThoseOfTheCHeaders() {
    #expect(Errno.notPermitted == EPERM && Errno.noSuchFileOrDirectory == ENOENT && Errno.interrupted == EINTR)
    #expect(Errno.readOnlyFileSystem == EROFS)
    #expect(Errno.addressInUse == EADDRINUSE && Errno.timeout == ETIME)
    #expect(Errno.noFunction == ENOSYS && Errno.notSupported == EOPNOTSUPP && Errno.brokenPipe == EPIPE)
  }

  @Test func sourcesHaveNoErrorNumbers() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let number = try NSRegularExpression(
      pattern: #"SystemError\("[^"]*", -?[0-9]|rror\.code [!=]= -?[0-9]|[0-9]\]\.contains\(error\.code"#)
    var count = 0
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      count += 1
      let found = number.firstMatch(in: text, range: NSRange(text.startIndex..., in: text))
      #expect(found == nil, "\(file.lastPathComponent)")
    }
    #expect(count > 100)
  }
}
