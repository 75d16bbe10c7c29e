import CLinux
import Support
import Testing

@testable import System

@Suite struct UeventsTests {
  private func event(_ text: StaticString) -> Uevents.Event? {
    Uevents.event(text.withUTF8Buffer { buffer in buffer.map { $0 == 0x7C ? 0 : $0 } })
  }

  @Test func ueventIsParsed() throws {
    let words: StaticString =
      "change@/devices/pci0000:00/card0|ACTION=change|SUBSYSTEM=drm|HOTPLUG=1|DEVNAME=dri/card0|DEVTYPE=drm_minor|SEQNUM=9|"
    let event = try #require(self.event(words))
    #expect(event.action == "change" && event.subsystem == "drm" && event.node == "dri/card0")
  }

  @Test func missingFieldsAreEmptyAndOtherMessagesAreIgnored() throws {
    let connector = try #require(event("add@/devices/x/card0-HDMI-A-1|SUBSYSTEM=drm|DEVTYPE=drm_connector|"))
    #expect(connector.node.isEmpty && connector.subsystem == "drm")
    #expect(event("") == nil && event("libudev|\u{FE}\u{ED}|") == nil && event("|||") == nil)
  }

  /// What the kernel does for a netlink socket, it does for any other.
  @Test(arguments: ["drm", "graphics"])
  func kernelDropsOtherSubsystems(subsystem: String) throws {
    func message(_ path: String, _ subsystem: String) -> String {
      "change@\(path)\0ACTION=change\0DEVPATH=\(path)\0SUBSYSTEM=\(subsystem)\0HOTPLUG=1\0SEQNUM=9\0"
    }
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends) == 0)
    let sender = FileDescriptor(owning: ends[0]), receiver = FileDescriptor(owning: ends[1])
    try #require(linux_filter_uevents(receiver.number, subsystem) == 0)
    func isReceived(_ message: String) throws -> Bool {
      let text = Array(message.utf8)
      try #require(send(sender.number, text, text.count, 0) == text.count)
      var byte: UInt8 = 0
      return recv(receiver.number, &byte, 1, Int32(MSG_DONTWAIT)) == 1
    }
    for length in 1...300 {
      let path = "/devices/" + String(repeating: "x", count: length)
      #expect(try isReceived(message(path, subsystem)), "\(length)")
      for other in ["drm", "drm_dp_aux_dev", "dr", "graphics", "graphic", "block", ""] where other != subsystem {
        #expect(try isReceived(message(path, other)) == (path.utf8.count > 120), "\(length) \(other)")
      }
    }
    #expect(try !isReceived("") && !isReceived("add@/devices") && !isReceived("libudev\0\u{FE}\u{ED}"))
    #expect(try !isReceived("add@/x/\(subsystem)\0ACTION=add\0DEVPATH=/x/\(subsystem)\0SUBSYSTEM="))
  }
}
