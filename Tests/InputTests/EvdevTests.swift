import FakeInput
import Foundation
import Linux
import Notation
import Testing

@testable import Input

/// A touch screen as the kernel tells of it, through libevdev.
@Suite(.serialized) struct EvdevTests {
  private let pipe: (reading: FileDescriptor, writing: FileDescriptor)
  private let device: EvdevDevice, reader: Reader

  /// Its first finger was last at 50, 25.
  init() throws {
    pipe = try FileDescriptor.pipe()
    fake_input_place(50, 25)
    device = try EvdevDevice("/proc/self/fd/\(Int(pipe.reading.number))")
    reader = try Reader(to: FileDescriptor.pipe().writing)
  }

  private func write(_ events: (UInt16, UInt16, Int32)...) {
    for event in events { fake_input_write(pipe.writing.number, event.0, event.1, event.2) }
    fake_input_write(pipe.writing.number, 0, 0, 0)
  }

  private let axes: UInt16 = 3, x: UInt16 = 0x35, y: UInt16 = 0x36, finger: UInt16 = 0x39

  private var told: [String] { reader.events.map { "\($0.kind) \($0.x) \($0.y)" } }

  @Test func itIsATouchScreen() {
    #expect(device.name == "Panel" && device.isTouchScreen && !device.hasKeys)
    #expect(device.read(reader) == false && told == [])
  }

  @Test func aFingerWhereOneWasBeforeIsThere() {
    write((axes, finger, 1))
    #expect(device.read(reader) == false && told == ["down 0.5 0.25"])
    write((axes, y, 75))
    write((axes, finger, -1))
    #expect(device.read(reader) == false && told == ["down 0.5 0.25", "move 0.5 0.75", "up 0.5 0.75"])
  }

  /// What libevdev has read the kernel does not tell of again.
  @Test func nothingIsLeftBehindWhenMuchComesAtOnce() {
    write((axes, finger, 1))
    for step in 1...140 { write((axes, x, Int32(step % 100))) }
    write((axes, finger, -1))
    #expect(device.read(reader) == true, "there is more")
    #expect(!told.contains { $0.hasPrefix("up") })
    var rest = pollfd(fd: device.descriptor.number, events: Int16(POLLIN), revents: 0)
    #expect(poll(&rest, 1, 0) == 0, "the kernel has no more")
    #expect(device.read(reader) == false && told.last == "up 0.4 0.25")
  }
}
