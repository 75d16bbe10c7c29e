import System

/// Work of other processes, a few at once, whose end somebody waits for.
final class WorkerPool {
  private final class Pending {
    let worker: WorkerProcess
    let deadline: Int64
    let finish: (WorkerProcess) -> Void
    var token: EventLoop.Token?

    init(_ worker: WorkerProcess, deadline: Int64, _ finish: @escaping (WorkerProcess) -> Void) {
      (self.worker, self.deadline, self.finish) = (worker, deadline, finish)
    }
  }

  private let loop: EventLoop
  private var pending: [Pending] = []

  private static var limit: Int { 8 }
  /// Workers reserved for root and our own user.
  private static var reserve: Int { 2 }
  /// The most bytes that may come of one.
  static var size: Int { 64 * 1024 * 1024 }
  /// What a worker may use. A picture of the most pixels takes less than a second on a PC, and a few on the slowest
  /// boards; encoding a screenshot of 3840x2160 takes longest. In memory are the picture, its sizes and the result, which
  /// grows by doubling. The file is the result, or a screenshot that the caller has opened.
  private static var limits: ResourceLimits {
    ResourceLimits(cpuSeconds: 20, memory: 512 * 1024 * 1024, fileSize: 2 * WorkerPool.size)
  }
  /// Nanoseconds of the clock after which a worker is ended that waits for something, such as a file system whose server
  /// does not answer. Work is bounded by `limits`, as it takes long on a busy machine.
  private static var timeout: Int64 { 60_000_000_000 }

  init(_ loop: EventLoop) { self.loop = loop }

  var isEmpty: Bool { pending.isEmpty }
  /// When `turn` is to be called.
  var deadline: Int64? { pending.map { $0.deadline }.min() }

  /// Does `work` in another process and calls `finish` with what came of it: at its end, or when there was none in time,
  /// with what there is then. False when there are too many already.
  func start(for peer: Peer, _ work: () -> [UInt8], finish: @escaping (WorkerProcess) -> Void) -> Bool {
    let limit = WorkerPool.limit - (peer.isOurs ? 0 : WorkerPool.reserve)
    guard pending.count < limit, let worker = try? WorkerProcess(within: WorkerPool.limits, returning: work) else {
      return false
    }
    let pendingWorker = Pending(worker, deadline: Clock.nanoseconds + WorkerPool.timeout, finish)
    pendingWorker.token = try? loop.watch(worker.descriptor) { [unowned(unsafe) self] _ in end(pendingWorker) }
    pending.append(pendingWorker)
    return true
  }

  func dispatch(now: Int64) { for pendingWorker in pending where pendingWorker.deadline <= now { end(pendingWorker) } }

  private func end(_ pendingWorker: Pending) {
    guard let index = pending.firstIndex(where: { $0 === pendingWorker }) else { return }
    pending.remove(at: index)
    if let token = pendingWorker.token { loop.forget(token) }
    pendingWorker.finish(pendingWorker.worker)
  }
}
