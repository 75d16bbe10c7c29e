import Support
import System

/// Runs work that may block in worker processes: two at once, the rest in the order in which it came. One of the two is
/// for root and our own user, so that files of others that block do not delay theirs.
final class WorkerPool {
  /// Work for one worker process.
  private final class Job {
    let peer: Peer
    let isTrusted: Bool
    let isForClient: Bool
    let file: FileDescriptor?
    let budget: MemoryBudget?
    let work: () -> [UInt8]
    let finish: (WorkerProcess?) -> Void
    /// Nil while the job waits.
    var worker: WorkerProcess?
    var deadline: Int64 = 0
    var token: EventLoop.Token?

    init(
      _ peer: Peer, _ isForClient: Bool, _ file: FileDescriptor?, _ budget: MemoryBudget?,
      _ work: @escaping () -> [UInt8], _ finish: @escaping (WorkerProcess?) -> Void
    ) {
      isTrusted = peer.isTrusted
      (self.peer, self.isForClient, self.file) = (peer, isForClient, file)
      (self.budget, self.work, self.finish) = (budget, work, finish)
    }
  }

  private let loop: EventLoop
  /// In the order in which they came.
  private var jobs: [Job] = []

  /// The most workers at once.
  private static var processLimit: Int { 2 }
  /// The most workers at once that are not for root and our own user.
  private static var otherProcessLimit: Int { 1 }
  /// The most jobs that run or wait.
  private static var jobLimit: Int { 8 }
  /// How many of these jobs are reserved for root and our own user.
  private static var reservedJobs: Int { 2 }
  /// Bytes of the largest result.
  static var resultLimit: Int { 64 * 1024 * 1024 }
  /// Nanoseconds after which a worker is ended that is blocked, for example by a network file system whose server does
  /// not answer. CPU time is limited by `ResourceLimits` instead, because work takes long on a busy machine.
  private static var timeout: Int64 { 60_000_000_000 }

  init(_ loop: EventLoop) { self.loop = loop }

  var isEmpty: Bool { jobs.isEmpty }
  /// Whether a client waits for a result.
  var isUsedByClients: Bool { jobs.contains { $0.isForClient } }
  /// The earliest timeout of a worker; 0 if one can be started.
  var deadline: Int64? {
    if next != nil { return 0 }
    var earliest = EarliestDeadline()
    for job in jobs where job.worker != nil { earliest.add(job.deadline) }
    return earliest.time
  }

  /// Runs `work` in a worker process with the user and groups of `peer`, from the next `dispatch` on, and calls
  /// `finish` with the worker when it ends or times out, or with nil if it cannot be started. Returns false if too many
  /// wait. `file` stays open in it. With `budget`, which counts its result, it starts only while there is memory for
  /// one more. `isForClient`: a client waits for the result.
  func start(
    for peer: Peer, isForClient: Bool = true, keeping file: FileDescriptor? = nil,
    counting budget: MemoryBudget? = nil, _ work: @escaping () -> [UInt8],
    finish: @escaping (WorkerProcess?) -> Void
  ) -> Bool {
    let job = Job(peer, isForClient, file, budget, work, finish)
    if jobs.count >= WorkerPool.jobLimit - (job.isTrusted ? 0 : WorkerPool.reservedJobs) { return false }
    jobs.append(job)
    return true
  }

  /// Ends workers that have timed out, and starts those that can start.
  func dispatch(now: Int64) {
    for job in jobs where job.worker != nil && job.deadline <= now { end(job) }
    while let job = next {
      if job.budget?.isFull != true {
        job.worker = try? WorkerProcess(as: job.peer, keeping: job.file, returning: job.work)
      }
      job.budget?.beginRead()
      guard let worker = job.worker else {
        end(job)
        continue
      }
      job.deadline = Clock.nanoseconds + WorkerPool.timeout
      job.token = try? loop.watch(worker.descriptor) { [unowned(unsafe) self] _ in end(job) }
    }
  }

  /// The first job that can start.
  private var next: Job? {
    var processes = 0, others = 0
    for job in jobs where job.worker != nil {
      processes += 1
      if !job.isTrusted { others += 1 }
    }
    if processes >= WorkerPool.processLimit { return nil }
    for job in jobs where job.worker == nil {
      if (job.isTrusted || others < WorkerPool.otherProcessLimit) && job.budget?.mayBeginRead != false { return job }
    }
    return nil
  }

  /// A worker closes its memory and is reaped when `finish` is done with it.
  private func end(_ job: Job) {
    guard let index = jobs.firstIndex(where: { $0 === job }) else { return }
    jobs.remove(at: index)
    if let token = job.token { loop.forget(token) }
    job.budget?.endRead()
    job.finish(job.worker)
    job.worker = nil
  }
}

extension Peer {
  /// Root, for workers of our own.
  static var root: Peer { Peer(user: 0, group: 0) }
}
