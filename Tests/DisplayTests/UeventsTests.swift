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
}
