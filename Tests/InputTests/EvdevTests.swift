import FakeInput
import Foundation
import Support
import System
import Testing

@testable import Input

/// A touch screen read through libevdev; FakeInput answers its ioctls.
@Suite(.serialized) struct EvdevTests {
  private let pipe: (reading: FileDescriptor, writing: FileDescriptor)
  private let device: EvdevDevice, reader: InputReader

  /// The last position of the first finger is (50, 25).
  init() throws {
    pipe = try FileDescriptor.pipe()
    fake_input_set_position(50, 25)
    device = try EvdevDevice("/proc/self/fd/\(Int(pipe.reading.number))")
    reader = try InputReader(to: FileDescriptor.pipe().writing)
  }

  private func write(_ events: (UInt16, UInt16, Int32)...) {
    for event in events { fake_input_write(pipe.writing.number, event.0, event.1, event.2) }
    fake_input_write(pipe.writing.number, 0, 0, 0)
  }

  /// EV_ABS, ABS_MT_POSITION_X, ABS_MT_POSITION_Y and ABS_MT_TRACKING_ID (linux/input-event-codes.h).
  private let axes: UInt16 = 3, x: UInt16 = 0x35, y: UInt16 = 0x36, finger: UInt16 = 0x39

  private var events: [String] { reader.events.map { "\($0.kind) \($0.x) \($0.y)" } }

  @Test func panelIsRecognisedAsATouchScreen() {
    #expect(device.name == "Panel" && device.isTouchScreen && !device.hasKeys)
    #expect(device.read(reader) == .drained && events == [])
  }

  @Test func fingerAtTheLastPositionIsReportedWithIt() {
    write((axes, finger, 1))
    #expect(device.read(reader) == .drained && events == ["down 0.5 0.25"])
    write((axes, y, 75))
    write((axes, finger, -1))
    #expect(device.read(reader) == .drained && events == ["down 0.5 0.25", "move 0.5 0.75", "up 0.5 0.75"])
  }

  /// libevdev buffers events; the descriptor is not readable for buffered events.
  @Test func eventsInTheBufferOfLibevdevAreRead() {
    write((axes, finger, 1))
    for step in 1...140 { write((axes, x, Int32(step % 100))) }
    write((axes, finger, -1))
    #expect(device.read(reader) == .mayHaveMore, "libevdev has more events")
    #expect(!events.contains { $0.hasPrefix("up") })
    var rest = pollfd(fd: device.descriptor.number, events: Int16(POLLIN), revents: 0)
    #expect(poll(&rest, 1, 0) == 0, "the descriptor is not readable")
    #expect(device.read(reader) == .drained && events.last == "up 0.4 0.25")
  }
}
