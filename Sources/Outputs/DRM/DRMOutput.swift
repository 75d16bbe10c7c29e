internal import CDRM
public import Linux
public import Notation
public import Raster

/// A screen on a DRM card, double-buffered, with page flips at vsync.
public final class DRMOutput: Output {
  public private(set) var pacer: Pacer
  public var descriptor: FileDescriptor? { card.descriptor }

  private let card: Card
  private let pipe: Pipe
  private let presentation: any Presentation
  private let shadow: Shadow
  /// The buffer on the screen, or on its way there, is the one at `front`; the other is made when it is needed first.
  private var buffers: [DumbBuffer] = []
  private var front = 0
  private var isLit = false

  /// The first usable card and connector; `path` names one card. Throws with the reasons of all that were passed over.
  public convenience init(path: Bytes?) throws(OutputError) {
    let paths = path.map { [$0] } ?? Card.paths()
    if paths.isEmpty { throw OutputError("drm: no card in /dev/dri; load the display's driver") }
    var reasons: [Bytes] = []
    var cause: SystemError?
    for path in paths {
      do throws(OutputError) {
        let card = try Card(path: path)
        try self.init(card, try Pipe(of: card))
        return
      } catch {
        reasons.append(error.text)
        cause = error.cause
      }
    }
    throw OutputError("drm: \(reasons.joined(by: "; "))", cause)
  }

  private init(_ card: Card, _ pipe: Pipe) throws(OutputError) {
    (self.card, self.pipe) = (card, pipe)
    presentation =
      (card.isAtomic ? AtomicPresentation(card, pipe) as (any Presentation)? : nil) ?? LegacyPresentation(card, pipe)
    pacer = Pacer(period: pipe.period)
    do throws(SystemError) {
      shadow = try Shadow(width: pipe.width, height: pipe.height)
      buffers = [try DumbBuffer(on: card, width: pipe.width, height: pipe.height)]
    } catch {
      throw OutputError("\(card.path): \(error.text)", error)
    }
  }

  public var description: OutputDescription {
    OutputDescription(
      kind: "drm", name: pipe.name, device: card.path, width: pipe.width, height: pipe.height,
      scale: TextScale(width: pipe.width, height: pipe.height, millimetres: pipe.millimetres).value,
      refresh: 1e9 / Double(pipe.period), path: presentation is AtomicPresentation ? "atomic" : "legacy")
  }

  public func present(_ marks: [Mark], over background: Color, now: Int64) throws(OutputError) -> Bool {
    do throws(SystemError) {
      let damage = shadow.draw(marks, over: background)
      for buffer in buffers { buffer.stale.add(damage) }
      let target = pacer.target(now: now)
      if !isLit {
        buffers[front].update(from: shadow)
        try presentation.light(buffers[front])
        isLit = true
        pacer.shown(target: target)
        return true
      }
      if buffers[front].stale.isEmpty { return false }
      if buffers.count == 1 { buffers.append(try DumbBuffer(on: card, width: pipe.width, height: pipe.height)) }
      let lacking = buffers[front].stale
      let back = buffers[1 - front]
      back.update(from: shadow)
      try presentation.flip(to: back, damage: lacking)
      front = 1 - front
      pacer.submitted(target: target, now: now)
      return true
    } catch {
      isLit = false  // whatever went wrong, the next attempt sets the mode again
      throw OutputError("\(card.path): \(error.text)", error)
    }
  }

  public func dispatch(now: Int64) throws(OutputError) {
    do throws(SystemError) {
      while let bytes = try card.descriptor.read(upTo: 1024), !bytes.isEmpty { take(bytes) }
    } catch {
      throw OutputError("\(card.path): \(error.text)", error)
    }
    if let deadline = pacer.deadline, now >= deadline { pacer.gaveUp() }
  }

  public func rest() { pacer.rested() }

  /// Events as the kernel writes them: struct drm_event, then struct drm_event_vblank (drm.h).
  private func take(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset + MemoryLayout<drm_event>.size <= buffer.count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: drm_event.self)
        if event.length < 8 { return }
        if event.type == UInt32(DRM_EVENT_FLIP_COMPLETE), offset + MemoryLayout<drm_event_vblank>.size <= buffer.count {
          let flip = buffer.loadUnaligned(fromByteOffset: offset, as: drm_event_vblank.self)
          let time = Int64(flip.tv_sec) * 1_000_000_000 + Int64(flip.tv_usec) * 1000
          if flip.crtc_id == pipe.crtc || flip.crtc_id == 0 { pacer.flipped(sequence: flip.sequence, time: time) }
        }
        offset += Int(event.length)
      }
    }
  }
}
