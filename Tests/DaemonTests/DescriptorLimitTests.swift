import Foundation
import Process
import Testing

/// A daemon that reaches its limit of file descriptors (EMFILE).
@Suite struct DescriptorLimitTests {
  @Test func clientsWaitForAFreeDescriptor() throws {
    let daemon = try RunningDaemon(as: Program.loaderd.assigning("ulimit -n 16;"))
    var clients = try (0..<20).map { _ in try daemon.client() }
    #expect(try eventually { try daemon.child.descriptorCount >= 15 })
    let before = try processorTime(of: daemon.child)
    pause(1)
    // Sixty small frames take a few hundredths of a second; a busy loop takes a whole second.
    #expect(try processorTime(of: daemon.child) - before < 0.5)
    clients.removeAll()
    // Each connection is closed before the next one, as only one may fit.
    for _ in 0..<3 { #expect(try daemon.call("GetState").text("loader") == "shimmer") }
    #expect(try daemon.keepsDrawing())
  }

  /// User and system time in seconds (proc(5), fields 14 and 15 of stat).
  private func processorTime(of child: Child) throws -> Double {
    let stat = try String(contentsOfFile: "/proc/\(child.pid)/stat", encoding: .utf8)
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    return (Double(fields[11]) ?? 0) / 100 + (Double(fields[12]) ?? 0) / 100
  }
}
