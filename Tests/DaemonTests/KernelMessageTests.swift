import Support
import Testing

@testable import Daemon

/// Records of /dev/kmsg.
@Suite struct KernelMessageTests {
  @Test(
    arguments: [
      ("6,1,5000000,-;usb 1-1: new device\n SUBSYSTEM=usb", "usb 1-1: new device"), ("3,1,5000000;failed", "failed"),
      (#"6,1,5000000,-;\x1b[0;32m  OK  \x1b[0m caf\xc3\xa9 \x5cx41 \x2"#, #"  OK   café \x41 \x2"#),
      (#"6,1,5000000,-;a\x1b(B\x1b[mb\x1bP1$r0m\x1b\c\x1b]0;title\x07d"#, "abcd"), ("6,1,5000000,-;a\\xff", nil),
      ("7,1,5000000,-;debug", nil), ("6,1,5000000", nil),
    ] as [(String, String?)]) func recordIsALine(record: String, text: String?)
  {
    let line = KernelMessages.line(Array(record.utf8))
    #expect(line.map { String(decoding: $0.text.utf8, as: UTF8.self) } == text)
    #expect(line.map { $0.time == Time(seconds: 5) } != false)
  }

  @Test(arguments: ["-1", "1e300", "99999999999999999999", "x", ""]) func anyTimeIsAccepted(time: String) {
    #expect(KernelMessages.line(Array("6,1,\(time),-;text".utf8))?.text == "text")
  }
}
