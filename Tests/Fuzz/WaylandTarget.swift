import CWayland
import Glibc
import Raster
import Support
import System

@testable import Display

extension Target {
  /// A compositor that sends any events at any time, while its client draws, waits and connects again: the client has
  /// outputs of possible sizes only, and leaves no connection open.
  static let wayland = Target("wayland") { bytes in
    guard wayland_is_available() != 0, let loop = try? EventLoop(), let pipe = try? FileDescriptor.pipe(),
      (try? pipe.writing.write([0])) != nil, (try? loop.watch(pipe.reading, { _ in })) != nil  // so that it never waits
    else { return }
    if Environment["WAYLAND_DISPLAY"] != nil { Environment.remove("WAYLAND_DISPLAY") }  // the developer's screen
    var session = WaylandSession(bytes, loop)
    try? loop.run { if !session.step() { loop.stop() } }
    session.close()
  }
}

/// The Wayland backend with an input's compositor.
private struct WaylandSession {
  private var input: FuzzInput
  private let backend: WaylandBackend
  private var compositor: FuzzCompositor?
  /// The compositor's end of the connection.
  private var socket: FileDescriptor?
  private var now = Clock.nanoseconds
  private var frame: UInt32 = 0
  private var stepCount = 0

  init(_ bytes: [UInt8], _ loop: EventLoop) {
    input = FuzzInput(bytes)
    var rule = OutputConfiguration.Rule("*"), configuration = OutputConfiguration()
    rule.rotation = input.choice([nil, Rotation.none, .clockwise, .half, .counterclockwise])
    rule.scale = input.choice([nil, 0.5, 8] as [Double?])
    configuration.rules = [rule]
    backend = WaylandBackend(configuration, loop, log: { require($0.utf8.count < 300) })
    open()
  }

  /// Does the next thing that the input says. Returns false at its end.
  mutating func step() -> Bool {
    stepCount += 1
    if input.isEmpty || stepCount > 400 { return false }  // more would be slower, and not deeper
    compositor?.receive()
    switch input.number(below: 16) {
    case 0...8: compositor?.act(&input)
    case 9: now += input.choice([1_000_000, 16_000_000, 500_000_000, 6_000_000_000, 100_000_000_000] as [Int64])
    case 10: for output in backend.outputs { output.setOpacity(UInt8(input.number(below: 256))) }
    case 11: _ = backend.hasWindow(of: input.choice(["", "app"]))
    case 12 where input.number(below: 4) == 0:
      close()
      open()
    case 13 where input.number(below: 8) == 0: (socket, compositor) = (nil, nil)  // the compositor ends
    default: draw()
    }
    _ = backend.dispatch(now: now, mayTakeDevices: true)
    check()
    return true
  }

  private mutating func open() {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return }
    let socket = FileDescriptor(owning: ends[0])
    try? backend.open(FileDescriptor(owning: ends[1]), now: now)
    (self.socket, compositor) = (socket, FuzzCompositor(socket))
  }

  /// Closes the connection. No copy of the client's end may stay open.
  mutating func close() {
    backend.close()
    require(backend.outputs.isEmpty)
    if let socket {
      var request = pollfd(fd: socket.number, events: 0, revents: 0)
      // Processes of other tests, which have copies, end soon.
      require(poll(&request, 1, 20_000) == 1 && Int32(request.revents) & POLLHUP != 0)
    }
    compositor?.receive()
    (socket, compositor) = (nil, nil)
  }

  /// Draws a frame, another each time, where the daemon would.
  private mutating func draw() {
    frame &+= 1
    for output in backend.outputs where output.earliest(now: now).map({ $0 <= now }) ?? false {
      // Large ones would only be slower.
      if Int(output.description.width) * Int(output.description.height) > 1 << 16 { continue }
      _ = try? output.present([], over: Color(frame & 0xFFFFFF), now: now)
    }
  }

  private func check() {
    require(backend.outputs.count <= 16)
    for output in backend.outputs {
      let description = output.description
      require((1...16384).contains(description.width) && (1...16384).contains(description.height))
      require(description.scale > 0 && description.refresh > 0 && description.name.utf8.count <= 32)
      require((1_000_000...1_000_000_000).contains(output.frameClock.period))
      _ = output.capabilities
    }
    require(backend.reason.utf8.count < 500 && !backend.reason.utf8.contains(0x0A))
    _ = backend.deadline
    _ = backend.status
  }
}
