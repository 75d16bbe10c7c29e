import DaemonCore
import Display
import Loaders
import Scene
import ScreenAPI
import Settings
import Support
import System
import Varlink

/// Calls that name files: a worker process reads these before the call is performed.
extension Daemon {
  /// Reads the files that a call names in a worker process with the client's rights, and then performs the call.
  ///
  /// So the client sees no more than it could read itself, and a file that is slow or endless delays no frame.
  ///
  /// - Parameter replayed: The call's entry in the journal if it is replayed. It is performed at its time then, else
  ///   when its files have been read.
  /// - Returns: The reply to a call that is refused at once; nil if `Server.finish` sends the reply later.
  func performWithFiles(
    _ call: Call, _ peer: Peer, _ client: Int, replaying replayed: CallJournal.Entry? = nil
  ) -> Reply? {
    if fileBudget.isFull { return .tooLarge(limit: MemoryBudget.limit) }
    let isPersistent = ScreenModel.isPersistent(call, from: client, in: model.stack)
    let number = callOrder.next()
    let isStarted = workers.start(for: peer, counting: fileBudget) { [unowned(unsafe) self] in
      let request = FileBundleWriter()
      var trial = model.emptied(request.files(Files.load).restricted(to: peer))
      return request.bytes(prerender(call, in: &trial))
    } finish: { [unowned(unsafe) self] worker in
      if replayed == nil { clientCallDeadline = nil }
      // A lease ends with its connection.
      if !isPersistent, server?.process(of: client) == nil { return }
      if replayed == nil { replayJournal(waitingForFiles: false) }
      let isOutdated = isPersistent && callOrder.isOutdated(number)
      let reply = carryOut(
        call, from: client, withFilesReadBy: worker, for: peer, number: number, isOutdated: isOutdated,
        replaying: replayed)
      guard let replayed else { return finish(client, call, by: peer, with: reply) }
      endReplay(of: replayed, reply)
      replayJournal()
    }
    if !isStarted { return .tooManyClients }
    if replayed == nil, let deadline = clientCallDeadline {
      clientCallDeadline = max(deadline, frameTimes.start + Daemon.fileTimeout)
    }
    return nil
  }

  /// Performs a call whose files `worker` has read with the rights of `peer`. Nil is a worker that could not be
  /// started. `number` is the call's place in the call order, and `isOutdated` whether a newer call has replaced what
  /// it shows.
  private func carryOut(
    _ call: Call, from client: Int, withFilesReadBy worker: WorkerProcess?, for peer: Peer, number: Int,
    isOutdated: Bool, replaying replayed: CallJournal.Entry?
  ) -> Reply {
    guard let worker else { return fileBudget.isFull ? .tooLarge(limit: MemoryBudget.limit) : .tooManyClients }
    let result = FileBundle(worker.memory(limit: WorkerPool.resultLimit), fileBudget)
    if let refusal = result.refusal, replayed == nil || !isOutdated { return refusal }
    if replayed == nil, !configuration.access.admits(peer) { return .notPermitted }  // since a reload
    if isOutdated { return Reply([JSON.Member("id", .integer(0))]) }
    let before = model.files
    model.files = result.files.restricted(to: peer)
    defer { model.files = before }
    return carryOut(
      call, from: client, at: replayed?.time ?? Clock.nanoseconds, reader: peer, number: number,
      isReplayed: replayed != nil
    ).reply
  }

  /// Performs a call on a copy of the screen model and draws a second of it on every output, so that its pictures are
  /// cached in the sizes in which they are shown. Runs in a worker process.
  private func prerender(_ call: Call, in trial: inout ScreenModel) -> Reply {
    let now = Clock.nanoseconds
    let (reply, _) = trial.answer(call, now: now, statusSnapshot)
    if reply.error == nil { draw(&trial, from: now, frames: 8, every: 125_000_000) }
    return reply
  }

  /// Draws frames of a model on every output, `interval` nanoseconds apart.
  func draw(_ trial: inout ScreenModel, from start: Int64, frames: Int, every interval: Int64) {
    for scheduler in outputSchedulers {
      let size = scheduler.output.description, context = Context(typesetter, scale: scale(of: size))
      for frame in 0..<frames {
        _ = trial.frame(at: start + Int64(frame) * interval, width: size.width, height: size.height, context)
      }
    }
  }
}
