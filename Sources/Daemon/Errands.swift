import Linux

/// Work of other processes, a few at once, whose end somebody waits for.
final class Errands {
  private final class Pending {
    let errand: Errand
    let deadline: Int64
    let finish: (Errand) -> Void
    var token: EventLoop.Token?

    init(_ errand: Errand, deadline: Int64, _ finish: @escaping (Errand) -> Void) {
      (self.errand, self.deadline, self.finish) = (errand, deadline, finish)
    }
  }

  private let loop: EventLoop
  private var pending: [Pending] = []

  private static var limit: Int { 8 }
  /// Of these, so many that strangers get none of.
  private static var reserve: Int { 2 }
  /// The most bytes that may come of one.
  static var size: Int { 64 * 1024 * 1024 }
  /// Nanoseconds.
  private static var patience: Int64 { 3_000_000_000 }

  init(_ loop: EventLoop) { self.loop = loop }

  var isEmpty: Bool { pending.isEmpty }
  /// When `turn` is to be called.
  var deadline: Int64? { pending.map { $0.deadline }.min() }

  /// Does `work` in another process and calls `finish` with what came of it: at its end, or when there was none in time,
  /// with what there is then. False when there are too many already.
  func start(for peer: Peer, _ work: () -> [UInt8], finish: @escaping (Errand) -> Void) -> Bool {
    let limit = Errands.limit - (peer.isOurs ? 0 : Errands.reserve)
    guard pending.count < limit, let errand = try? Errand(returning: work) else { return false }
    let one = Pending(errand, deadline: Clock.nanoseconds + Errands.patience, finish)
    one.token = try? loop.watch(errand.descriptor) { [unowned(unsafe) self] _ in end(one) }
    pending.append(one)
    return true
  }

  func turn(now: Int64) { for one in pending where one.deadline <= now { end(one) } }

  private func end(_ one: Pending) {
    guard let index = pending.firstIndex(where: { $0 === one }) else { return }
    pending.remove(at: index)
    if let token = one.token { loop.forget(token) }
    one.finish(one.errand)
  }
}
