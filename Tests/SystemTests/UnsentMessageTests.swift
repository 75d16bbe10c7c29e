import Process
import Support
import Testing

@testable import System

/// Messages to a service manager whose queue is full.
@Suite struct UnsentMessageTests {
  @Test func messagesKeepTheirOrderAndOnlyRepeatsAreDropped() throws {
    let folder = Folder(), address = folder["notify"]
    let socket = try DatagramSocket(at: address), manager = ServiceManager(address: Bytes(Array(address.utf8)))
    let count = DatagramSocket.fill(address), file = try FileDescriptor(reading: "/dev/null")
    manager.notify("READY=1")
    for _ in 0..<3 { manager.notify("WATCHDOG=1") }
    manager.keep(file, name: "a")
    manager.forget(name: "a")
    manager.keep(file, name: "a")
    #expect(manager.hasUnsent)
    for _ in 0..<count { #expect(socket.receive() == "\0") }
    manager.sendUnsent()
    #expect(!manager.hasUnsent)
    let kept = "FDSTORE=1\nFDPOLL=0\nFDNAME=a"
    for message in ["READY=1", "WATCHDOG=1", kept, "FDSTOREREMOVE=1\nFDNAME=a", kept] {
      #expect(socket.receive() == message)
    }
    #expect(socket.receive(within: 0.1) == nil)
  }

  @Test func atMostSixtyFourWait() throws {
    let folder = Folder(), address = folder["notify"]
    let socket = try DatagramSocket(at: address), manager = ServiceManager(address: Bytes(Array(address.utf8)))
    let count = DatagramSocket.fill(address)
    for number in 0..<100 { manager.notify("STATUS=\(number)") }
    for _ in 0..<count { _ = socket.receive() }
    var sent = 0
    while manager.hasUnsent {
      manager.sendUnsent()
      while socket.receive(within: 0.1) != nil { sent += 1 }
    }
    #expect(sent == 64)
  }
}
