import Foundation
import Process
import Testing

/// A daemon that reaches its limit of file descriptors (EMFILE).
@Suite struct DescriptorLimitTests {
  @Test func clientsWaitForAFreeDescriptor() throws {
    let daemon = try RunningDaemon(as: Program.loaderd.assigning("ulimit -n 16;"))
    var clients = try (0..<20).map { _ in try daemon.client() }
    #expect(try eventually { try daemon.child.descriptorCount >= 15 })
    let before = try daemon.child.processorTime
    pause(1)
    // Sixty small frames take a few hundredths of a second; a busy loop takes a whole second.
    #expect(try daemon.child.processorTime - before < 0.5)
    clients.removeAll()
    // Each connection is closed before the next one, as only one may fit.
    for _ in 0..<3 { #expect(try daemon.call("GetState").text("loader") == "shimmer") }
    #expect(try daemon.keepsDrawing())
  }
}
