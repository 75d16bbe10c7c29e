import FakeDRM
import Foundation
import Support
import Testing

@testable import Display
@testable import System

extension DRMTests {
  /// Devices that another program owns. No terminal is taken here: it would be that of the user who runs the tests.
  @Suite struct DRMBackendTests {
    private func displays() throws -> Displays {
      let descriptor = FileDescriptor(owning: fake_open(true))
      card.pointee.has_other_master = true
      let path: Bytes = "/nowhere/card\(Int(Clock.nanoseconds))"
      let backend = try DRMBackend(
        path, OutputConfiguration(), EventLoop(), inherited: [(path, descriptor, [])], log: { _ in })
      return Displays([backend], backend, terminal: VirtualTerminal(), log: { _ in })
    }

    @Test func refusedResumeChangesNothing() throws {
      let displays = try displays()
      #expect(!displays.ownsDisplay && displays.outputs.count == 1)
      #expect(throws: OutputError.self) { try displays.resume() }
      #expect(displays.session.state == .preempted, "no client has called Yield")
      displays.yield()
      #expect(throws: OutputError.self) { try displays.resume() }
      #expect(displays.session.isReleased)
    }

    /// As a GPU beside a panel that has a driver of fbdev only.
    @Test func aDeviceWithoutADisplayLeavesTheDisplayToAFramebuffer() throws {
      let descriptor = FileDescriptor(owning: fake_open(true)), loop = try EventLoop()
      card.pointee.screens.0.is_connected = false
      let path: Bytes = "/nowhere/card\(Int(Clock.nanoseconds))"
      let backend = DRMBackend(
        path, OutputConfiguration(), loop, inherited: [(path, descriptor, [])], log: { _ in })
      #expect(backend.status == .waiting && backend.isPending, "a probe may find a display")
      try loop.run { if backend.devices.allSatisfy({ $0.needsScan }) { loop.stop() } }
      _ = backend.dispatch(now: Clock.nanoseconds, mayTakeDevices: true)
      #expect(backend.status == .absent && backend.devices.count == 1)
      card.pointee.screens.0.is_connected = true
      try backend.devices[0].scan(OutputConfiguration(), .none, Clock.nanoseconds)
      #expect(backend.status == .showing)
      card.pointee.has_other_master = true
      for device in backend.devices { device.update(0) { $0.deactivate() } }
      #expect(backend.status == .waiting, "the other program may be a compositor")
    }

    /// As /dev/dri/by-path/pci-0000:00:02.0-card, which is no name for a file descriptor of the service manager.
    @Test func linkToADeviceIsResolved() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "loaderd-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let node = folder.appending(path: "card\(Clock.nanoseconds)")
      let link = folder.appending(path: "pci-0000:00:02.0-card")
      try Data().write(to: node)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: node)
      let descriptor = FileDescriptor(owning: fake_open(true)), path = Bytes(cString: node.path)
      let backend = try DRMBackend(
        Bytes(cString: link.path), OutputConfiguration(), EventLoop(), inherited: [(path, descriptor, [])],
        log: { _ in })
      #expect(backend.devices.map { $0.card.path } == [path] && backend.transferableDevices.first?.path == path)
    }

    @Test(.enabled(if: getuid() == 0, "needs root, for the lock in /run/loaderd"))
    func aLostDeviceReleasesItsLock() throws {
      let descriptor = FileDescriptor(owning: fake_open(true)), path: Bytes = "/dev/nowhere/card1"
      let backend = try DRMBackend(
        path, OutputConfiguration(), EventLoop(), inherited: [(path, descriptor, [])], log: { _ in })
      let message = "remove@/devices/card\0SUBSYSTEM=drm\0DEVNAME=nowhere/card1\0"
      backend.handle(try #require(Uevents.event(Array(message.utf8))))
      _ = backend.dispatch(now: Clock.nanoseconds, mayTakeDevices: true)
      #expect(backend.devices.isEmpty && backend.reason.hasSuffix("No such file or directory"), "\(backend.reason)")
    }

    /// A driver of Linux 7.2 reports a change of its new device in the same moment.
    @Test func aNewDeviceIsProbedAfterItsFirstFrame() throws {
      let descriptor = FileDescriptor(owning: fake_open(true)), path: Bytes = "/dev/nowhere/card0"
      let backend = try DRMBackend(
        path, OutputConfiguration(), EventLoop(), inherited: [(path, descriptor, [])], log: { _ in })
      for (node, delay) in [("nowhere/card1", DRMBackend.probeDelay), ("nowhere/card0", DeviceWatch.debounceInterval)] {
        let message = "change@/devices/card\0SUBSYSTEM=drm\0DEVNAME=\(node)\0", before = Clock.nanoseconds
        backend.handle(try #require(Uevents.event(Array(message.utf8))))
        let planned = try #require(backend.nextProbe)
        #expect((before + delay...Clock.nanoseconds + delay).contains(planned), "\(node)")
      }
    }

    /// udevd's start causes hundreds of uevents of other devices.
    @Test(.enabled(if: getuid() == 0, "needs root, to send to the group of uevents"))
    func ueventsOfOtherDevicesWakeNothing() throws {
      let loop = try EventLoop(), timer = try Timer(), path: Bytes = "/nowhere/card\(Int(Clock.nanoseconds))"
      let descriptor = FileDescriptor(owning: fake_open(true))
      let backend = DRMBackend(
        path, OutputConfiguration(), loop, inherited: [(path, descriptor, [])], log: { _ in })
      let sender = Process()
      sender.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
      let script = """
        import socket
        uevents = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15)
        for _ in range(300):
            uevents.sendto(b"add@/devices/other\\0ACTION=add\\0DEVPATH=/devices/other\\0SUBSYSTEM=block\\0", (0, 1))
        """
      sender.arguments = ["-c", script]
      let ended = Pipe()
      sender.standardOutput = ended
      let token = try loop.watch(FileDescriptor(owning: dup(ended.fileHandleForReading.fileDescriptor))) {
        if $0.isClosed { loop.stop() }
      }
      _ = try loop.watch(timer.descriptor) { _ in timer.acknowledge() }
      try sender.run()
      try ended.fileHandleForWriting.close()
      var batches = 0
      try loop.run {
        batches += 1
        _ = backend.dispatch(now: Clock.nanoseconds, mayTakeDevices: true)
        timer.set(backend.deadline)
      }
      loop.forget(token)
      sender.waitUntilExit()
      // The start, the uevents until the filter is there, and the end.
      #expect(sender.terminationStatus == 0 && batches <= 3, "the loop was woken \(batches) times")
    }
  }
}
