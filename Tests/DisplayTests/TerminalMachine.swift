import FakeDRM
import FakeFramebuffer
import Foundation
import Raster
import Support
import System
import Testing

@testable import Display

extension DRMTests {
  /// A DRM device, displays and virtual terminals, with its own time.
  final class TerminalMachine {
    let backend: DRMBackend
    private(set) var displays: Displays?
    private var now = Clock.nanoseconds
    private let descriptor: FileDescriptor
    private let folder: Bytes
    /// Number of the first device. It is random because the lock of a device goes by its name.
    private let number = Int.random(in: 1000...99_999_999)
    private var frame = 0

    /// `terminal` is shown; nil leaves the terminals as they are. `inheritedTerminal` is a predecessor's.
    init(_ terminal: Int32? = 1, isTaken: Bool = false, inheritedTerminal: Int32? = nil) throws {
      if let terminal { fake_terminals_open(terminal) }
      descriptor = FileDescriptor(owning: fake_open(true))
      fake_card_now().pointee.has_other_master = isTaken
      folder = "/tmp/loaderd-cards-\(number)"
      try File.makeDirectory(folder)
      backend = DRMBackend(nil, OutputConfiguration(), try EventLoop(), inherited: [], folder: folder, log: { _ in })
      displays = Displays([backend], backend, terminal: VirtualTerminal(), inheritedTerminal, log: { _ in })
      try add()
    }

    deinit {
      displays = nil
      fake_terminals_open(0)
      for card in number...number + 1 {
        File.remove("\(folder)/card\(card)")
        File.remove("/run/loaderd/card\(card).lock")
      }
      _ = folder.withCString { rmdir($0) }
    }

    /// A device appears and is scanned.
    func add() throws {
      let path: Bytes = "\(folder)/card\(number + backend.devices.count)"
      let link: Bytes = "/proc/self/fd/\(Int(descriptor.number))"
      let result = link.withCString { link in path.withCString { symlink(link, $0) } }
      try #require(result == 0)
      backend.scheduleScan(probing: false)
      now = max(now, Clock.nanoseconds) + 100_000_000
      frames()
    }

    /// The nodes of the devices disappear.
    func remove() {
      for device in backend.devices { File.remove(device.card.path) }
      backend.scheduleScan(probing: false)
    }

    /// Draws where possible for a number of refreshes; returns the number of commits.
    @discardableResult func frames(_ count: Int = 3) -> Int32 {
      let before = fake_record_now().pointee.commits
      for _ in 0..<count {
        _ = displays?.dispatch(now: now)
        frame += 1
        for output in displays?.outputs ?? [] where output.earliest(now: now).map({ $0 <= now }) ?? false {
          _ = try? output.present([], over: Color(UInt32(0x100000 + frame)), now: now)
        }
        now += DRMTests.period
        fake_vblank(now)
        for device in backend.devices { device.readFlips() }
      }
      return fake_record_now().pointee.commits - before
    }

    /// Lets the longest retry interval pass.
    func wait() {
      now += 3 * MasterState.maximumRetryInterval
      frames()
    }

    /// Another program opens or closes the devices.
    func open() { for device in backend.devices { device.update(now) { $0.deviceOpened(now: now) } } }
    func close() { for device in backend.devices { device.update(now) { $0.deviceClosed(now: now) } } }

    /// chvt(1), with the signals that it causes.
    func show(_ number: Int32) { deliver(fake_terminals_activate(number)) }

    func deliver(_ signal: Int32) {
      switch signal {
      case SIGUSR1: displays?.releaseTerminal()
      case SIGUSR2: displays?.acquireTerminal()
      default: return
      }
      deliver(fake_terminals_signal())
    }

    func end() { displays = nil }
  }
}
