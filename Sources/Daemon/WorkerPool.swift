import Support
import System

/// Runs work that may block in worker processes, a limited number at once.
final class WorkerPool {
  /// A worker process that has not ended.
  private final class Pending {
    let worker: WorkerProcess
    let deadline: Int64
    let finish: (WorkerProcess) -> Void
    var token: EventLoop.Token?

    init(_ worker: WorkerProcess, deadline: Int64, _ finish: @escaping (WorkerProcess) -> Void) {
      self.worker = worker
      self.deadline = deadline
      self.finish = finish
    }
  }

  private let loop: EventLoop
  private var pending: [Pending] = []

  /// Workers at once.
  private static var limit: Int { 8 }
  /// Workers reserved for root and our own user.
  private static var reserved: Int { 2 }
  /// Bytes of the largest result.
  static var resultLimit: Int { 64 * 1024 * 1024 }
  /// Resource limits of a worker. Decoding the largest picture takes less than a second on a PC, and a few seconds on
  /// the slowest boards; encoding a screenshot of 3840x2160 takes longest. Memory holds the picture, its sizes and the
  /// result, whose buffer grows by doubling. The file is the result, or a screenshot that the client has opened.
  private static var limits: ResourceLimits {
    ResourceLimits(cpuSeconds: 20, memory: 512 * 1024 * 1024, fileSize: 2 * WorkerPool.resultLimit)
  }
  /// Nanoseconds after which a worker is ended that is blocked, for example by a network file system whose server does
  /// not answer. CPU time is limited by `limits` instead, because work takes long on a busy machine.
  private static var timeout: Int64 { 60_000_000_000 }

  init(_ loop: EventLoop) { self.loop = loop }

  var isEmpty: Bool { pending.isEmpty }
  /// The earliest timeout of a worker.
  var deadline: Int64? { pending.map { $0.deadline }.min() }

  /// Runs `work` in a worker process for `peer`, and calls `finish` with the worker when it ends or times out. False if
  /// too many are running. `file` stays open in it.
  func start(
    for peer: Peer, keeping file: FileDescriptor? = nil, _ work: () -> [UInt8],
    finish: @escaping (WorkerProcess) -> Void
  ) -> Bool {
    let limit = WorkerPool.limit - (peer.isOurs ? 0 : WorkerPool.reserved)
    guard pending.count < limit,
      let worker = try? WorkerProcess(within: WorkerPool.limits, keeping: file, returning: work)
    else { return false }
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
