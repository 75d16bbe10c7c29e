import Foundation
import Process
import System
import Testing

@testable import Daemon

/// The order in which worker processes run.
@Suite struct WorkerPoolTests {
  private let loop: EventLoop
  private let pool: WorkerPool
  private let root = Peer(user: 0, group: 0)
  private let other = Peer(user: 65534, group: 65534)

  init() throws {
    loop = try EventLoop()
    pool = WorkerPool(loop)
  }

  /// What happens to jobs in a pool: which run at the same time, and which have ended or were refused.
  private final class Journal {
    var ended: [Int] = [], failed: [Int] = [], refused: [Int] = []
  }

  /// Adds jobs that end when `gate` has been closed. A job that cannot change its user is a result too.
  private func start(
    _ numbers: Range<Int>, for peer: Peer, _ journal: Journal, until gate: FileDescriptor? = nil,
    counting budget: MemoryBudget? = nil
  ) {
    for number in numbers {
      let isAccepted = pool.start(for: peer, keeping: gate, counting: budget) {
        if let gate { _ = gate.awaitBytes(until: .max) }
        return [1]
      } finish: { worker in
        if worker == nil { journal.failed.append(number) } else { journal.ended.append(number) }
      }
      if !isAccepted { journal.refused.append(number) }
    }
  }

  /// Runs the event loop until the pool is empty; `step` is called after each batch of events.
  private func finish(_ step: () -> Void = {}) throws {
    try loop.run {
      pool.dispatch(now: Clock.nanoseconds)
      step()
      if pool.isEmpty { loop.stop() }
    }
  }

  /// Whether `count` workers hold `gate`. A new process has every descriptor of this one until it has closed them, so
  /// one that does not hold the gate counts for a moment.
  private func holds(_ gate: FileDescriptor, by count: Int) -> Bool { eventually { workers(gate) == count } }

  /// The number of child processes of this one that have `gate` open.
  private func workers(_ gate: FileDescriptor) -> Int {
    let name = "/proc/self/fd/\(gate.number)"
    guard let pipe = try? FileManager.default.destinationOfSymbolicLink(atPath: name) else { return 0 }
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
    return processes.count { process in
      guard process != getpid(), kill(process, 0) == 0 else { return false }
      let folder = "/proc/\(process)/fd"
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return files.contains { (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0)) == pipe }
    }
  }

  @Test func twoWorkersRunAtOnceAndSixCallsWait() throws {
    let journal = Journal()
    var (reading, writing): (FileDescriptor, FileDescriptor?) = try FileDescriptor.pipe()
    start(0..<9, for: root, journal, until: reading)
    #expect(journal.refused == [8], "the queue has room for eight")
    #expect(pool.deadline == 0)
    pool.dispatch(now: Clock.nanoseconds)
    #expect(holds(reading, by: 2))
    #expect(try #require(pool.deadline) > Clock.nanoseconds, "nothing is to be done before a worker ends")
    writing = nil
    try finish()
    #expect(journal.ended.sorted() == Array(0..<8) && journal.failed.isEmpty)
    _ = writing
  }

  @Test func othersLeaveAWorkerForRoot() throws {
    let journal = Journal()
    var (reading, writing): (FileDescriptor, FileDescriptor?) = try FileDescriptor.pipe()
    start(0..<7, for: other, journal, until: reading)
    #expect(journal.refused == [6], "two places are reserved")
    start(7..<9, for: root, journal)
    pool.dispatch(now: Clock.nanoseconds)
    #expect(holds(reading, by: 1))
    try finish {
      if journal.ended == [7, 8] { writing = nil }
    }
    #expect(journal.ended == [7, 8] + Array(0..<6), "one after the other")
    _ = writing
  }

  /// Three of the largest pictures fill the memory.
  @Test func readsWaitForMemory() throws {
    let journal = Journal(), budget = MemoryBudget()
    var (reading, writing): (FileDescriptor, FileDescriptor?) = try FileDescriptor.pipe()
    /// A result without files.
    func result(_ pictures: Int) throws -> FileBundle {
      let memory = try Mapping(zeroed: pictures * MemoryBudget.largestPicture)
      return FileBundle(memory, budget)
    }
    let kept = try result(2)
    start(0..<2, for: root, journal, until: reading, counting: budget)
    start(2..<3, for: root, journal)
    var more: FileBundle?
    try finish {
      guard journal.ended == [2] else { return }
      #expect(writing == nil || holds(reading, by: 1))
      if more == nil { more = try? result(1) }
      writing = nil
    }
    #expect(journal.ended == [2, 0], "work without pictures does not wait")
    #expect(journal.failed == [1], "the memory is full")
    _ = writing
    withExtendedLifetime([kept, more]) {}
  }
}
