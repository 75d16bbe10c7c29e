import FakeDRM
import Glibc
import Raster
import Support
import System

@testable import Display

/// The input that the fake device takes the changes of its answers from.
nonisolated(unsafe) private var input = FuzzInput([])

extension Target {
  /// A graphics card whose answers, its property values, names and modes among them, are changed in any place, while
  /// its requests fail, its displays change and frames are drawn: modes have possible sizes, and nothing stays
  /// allocated. The fake device is one for the process, so no other test may use it meanwhile.
  public static let card = Target("card") { bytes in
    input = FuzzInput(bytes)
    let descriptor = FileDescriptor(owning: fake_open(input.number(below: 4) != 0))
    setUp(fake_card_now())
    fake_distort { memory, size in
      // Most stay as they are, for the answers after them to be read.
      guard input.number(below: 256) >= 200 else { return }
      let bytes = UnsafeMutableRawBufferPointer(start: memory, count: size)
      for _ in 0...input.number(below: 4) { bytes[input.number(below: size)] = UInt8(input.number(below: 256)) }
    }
    if var session = CardSession(descriptor) {
      for _ in 0..<64 where !input.isEmpty { session.step() }  // more would be slower, and not deeper
    }
    fake_distort(nil)
    fake_fail(0, 0)
    require(fake_leaks() == 0)
  }

  /// Sets properties in which cards differ.
  private static func setUp(_ card: UnsafeMutablePointer<fake_card>) {
    func flag() -> Bool { input.number(below: 2) != 0 }
    (card.pointee.has_damage, card.pointee.has_dirty) = (flag(), flag())
    (card.pointee.has_vblanks, card.pointee.has_shared_planes) = (flag(), flag())
    (card.pointee.has_overlay, card.pointee.is_overlay_enabled) = (flag(), flag())
    card.pointee.rotations = UInt32(input.number(below: 16))
    card.pointee.refused_modes = UInt32(input.number(below: 4))
    card.pointee.gamma_size = Int32(input.choice([0, 1, 256, 4096, -1]))
    card.pointee.screen_count = Int32(1 + input.number(below: 3))
    card.pointee.crtc_count = Int32(1 + input.number(below: 3))
    card.pointee.screens.0.orientation = UInt32(input.number(below: 5))
    card.pointee.screens.0.mode_count = Int32(input.number(below: 5))
    card.pointee.screens.0.modes.2 = fake_mode(
      width: input.structure(UInt16()), height: UInt16(input.number(below: 256)), clock: 300, type: 0)
    card.pointee.screens.1.possible_crtcs = UInt32(input.number(below: 8))
  }
}

/// The outputs of a card.
private struct CardSession {
  private let card: Card
  private var outputs: [DRMOutput] = []
  private var now = Clock.nanoseconds + 60_000_000_000
  private var frame: UInt32 = 0

  init?(_ descriptor: FileDescriptor) {
    guard let card = try? Card(descriptor, path: "/nowhere/card0", mayBeAtomic: true) else { return nil }
    self.card = card
    for crtc in card.crtcs { _ = card.bootBackground(of: crtc) }
    scan()
  }

  mutating func step() {
    let fake: UnsafeMutablePointer<fake_card> = fake_card_now()
    switch input.number(below: 16) {
    case 0: try? card.readResources()
    case 1: scan()
    case 2: fake_fail(Int32(input.number(below: 16)), input.choice([EINVAL, ENOMEM, EACCES, ENODEV, EBUSY, EINTR]))
    case 3: fake.pointee.flip_error = input.choice([0, 0, EBUSY, EINVAL])
    case 4: fake.pointee.has_other_master.toggle()
    case 5: fake.pointee.screens.0.is_connected.toggle()
    case 6: for output in outputs { output.deactivate() }
    case 7: for output in outputs { output.activate(now) }
    case 8: for output in outputs { output.refresh(now, modeset: input.number(below: 2) == 0) }
    case 9: for output in outputs { output.expire(now: now) }
    default: draw()
    }
    now += input.choice([1_000_000, 16_000_000, 16_000_000, 2_000_000_000] as [Int64])
    if input.number(below: 4) != 0 { fake_vblank(now) }
    for flip in card.flips() { for output in outputs { output.flipped(flip) } }
    check()
  }

  /// Gives connectors CRTCs, as `DRMDevice` does.
  private mutating func scan() {
    let connectors = card.connectors.compactMap { Connector($0, of: card, probing: false) }.filter { $0.isUsable }
    outputs.removeAll { output in !connectors.contains { output.adopt($0, wanted: nil) } }
    let demands = connectors.map { connector in
      let crtc = outputs.first { $0.pipeline.connector.id == connector.id }?.pipeline.crtc ?? connector.crtc
      return Routing.Demand(possible: connector.possibleCRTCs, current: card.crtcs.firstIndex(of: crtc))
    }
    let routes = Routing.crtcs(for: demands, count: card.crtcs.count, mayMove: outputs.isEmpty)
    for (connector, crtc) in zip(connectors, routes) {
      guard let crtc, !outputs.contains(where: { $0.pipeline.connector.id == connector.id }) else { continue }
      let pipeline = Pipeline(connector, crtc: crtc, of: card, wanted: nil, isFirst: outputs.isEmpty)
      // Large ones would only be slower.
      if pipeline.modes.contains(where: { Int($0.hdisplay) * Int($0.vdisplay) > 1 << 16 }) { continue }
      let rule = OutputConfiguration.Rule("*")
      if let output = try? DRMOutput(card, pipeline, rule, defaultRotation: .none) { outputs.append(output) }
    }
  }

  /// Draws a frame, another each time, where the daemon would.
  private mutating func draw() {
    frame &+= 1
    for output in outputs where output.earliest(now: now).map({ $0 <= now }) ?? false {
      _ = try? output.present([], over: Color(frame &* 0x0F0F0F & 0xFFFFFF), now: now)
    }
  }

  private func check() {
    for output in outputs {
      let description = output.description
      require((1...16384).contains(description.width) && (1...16384).contains(description.height))
      require(description.scale > 0 && description.refresh > 0)
      require((1_000_000...1_000_000_000).contains(output.frameClock.period))
      require(!output.capabilities.modes.isEmpty && !output.capabilities.formats.isEmpty)
      require(output.framebuffers.count <= 2)
      _ = output.isLinkBad
      _ = output.showsOtherFramebuffer
    }
  }
}
