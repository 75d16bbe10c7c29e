import Foundation
import Process
import Progress
import Support
import System
import Testing

@testable import Daemon

/// The learned durations and the next part of an update: when they are stored, and where they are read.
@Suite struct HistoryTests {
  private let folder = Folder()
  private var stored: DurationHistory {
    DurationHistory(Bytes([UInt8]((try? folder.data("history/experience")) ?? Data())))
  }

  /// A daemon whose history is in the folder `history`, which may not exist yet.
  private func daemon(_ options: [String] = []) throws -> RunningDaemon {
    try folder.write("conf", Array("[Progress]\nhistory = \(folder["history"])\n".utf8))
    let still = ["--show", "text", "--text", "Still", "--config", folder["conf"]]
    return try RunningDaemon(showing: nil, still + options, in: folder)
  }

  private func makeHistoryFolder() throws {
    try FileManager.default.createDirectory(atPath: folder["history"], withIntermediateDirectories: true)
  }

  /// What a store passes on, in this order; that of a worker process comes after it has ended.
  private func read(_ store: HistoryStore) throws -> [DurationHistory] {
    let loop = try EventLoop(), pool = WorkerPool(loop)
    var histories: [DurationHistory] = []
    store.read(pool) { histories.append($0) }
    try loop.run {
      pool.dispatch(now: Clock.nanoseconds)
      if pool.isEmpty { loop.stop() }
    }
    return histories
  }

  /// Two reports of a phase, long enough apart to be learned.
  private func work(_ daemon: RunningDaemon, part: Int) throws {
    let begin = ["progress", "0", "--phases", "write:1", "--phase", "write", "--part", "\(part)/3"]
    #expect(try daemon.control(begin).status == 0)
    pause(0.2)
    #expect(try daemon.control(["progress", "100", "--phase", "write"]).status == 0)
  }

  @Test func partAndDurationsAreStoredWhenTheMachineGoesDown() throws {
    try makeHistoryFolder()
    let daemon = try daemon(["--mode", "update"])
    try work(daemon, part: 1)
    #expect(try daemon.control(["mode", "reboot"]).status == 0)
    #expect(eventually { stored.part?.number == 2 && stored.duration(of: "update//write") != nil })
    // A zombie could delay the power-off.
    #expect(try eventually { try daemon.child.children.isEmpty })
    daemon.child.signal(SIGKILL)
  }

  /// As by a watchdog in mid-update.
  @Test func partIsStoredWhenItChanges() throws {
    try makeHistoryFolder()
    let daemon = try daemon()
    #expect(try daemon.control(["progress", "10", "--part", "2/3"]).status == 0)
    #expect(eventually { stored.part?.number == 2 })
    #expect(try daemon.control(["progress", "100", "--part", "2/3"]).status == 0)
    #expect(eventually { stored.part?.number == 3 })
  }

  /// The call that starts the daemon is answered before the history is read.
  @Test func partOfTheFirstCallIsStored() throws {
    try makeHistoryFolder()
    // No frame is drawn, so the history is not read, until the folder is gone.
    try FileManager.default.createDirectory(atPath: folder["frames/000000.png"], withIntermediateDirectories: true)
    let daemon = try daemon(["--frames", folder["frames"]])
    #expect(try daemon.control(["progress", "0", "--part", "2/3"]).status == 0)
    try FileManager.default.removeItem(atPath: folder["frames/000000.png"])
    #expect(eventually { stored.part?.number == 2 })
  }

  @Test func successorHasWhatItsPredecessorLearned() throws {
    try makeHistoryFolder()
    let daemon = try daemon()
    #expect(try daemon.control(["progress", "0", "--task", "copy"]).status == 0)
    pause(0.2)
    #expect(try daemon.control(["progress", "100", "--task", "copy"]).status == 0)
    let successor = try RunningDaemon(showing: nil, ["--config", folder["conf"], "--replace"], in: folder)
    #expect(try daemon.child.finish().status == 0)
    #expect(try successor.control(["quit"]).status == 0)
    #expect(eventually { stored.duration(of: "boot/copy/") != nil })
  }

  /// The mode goes on in the successor, with the milestones that its predecessor has seen.
  @Test func successorLearnsTheWholeTimelineOfTheMode() throws {
    try makeHistoryFolder()
    let daemon = try daemon()
    #expect(try daemon.control(["mode", "update"]).status == 0)
    #expect(try daemon.control(["progress", "alive", "--milestone", "a.service"]).status == 0)
    pause(0.6)
    #expect(try daemon.control(["quit", "--restart"]).status == 0)
    #expect(try daemon.child.finish().status == 0)
    let successor = try RunningDaemon(showing: nil, ["--config", folder["conf"], "--replace"], in: folder)
    // The process before answers until then.
    #expect(try eventually { try successor.control(["timeline"]).text.contains("replaced by its successor") })
    #expect(try successor.call("GetState").text("mode") == "update")
    #expect(try successor.control(["progress", "alive", "--milestone", "b.service"]).status == 0)
    #expect(stored.meanRuns.isEmpty, "the mode has not ended")
    #expect(try successor.control(["quit"]).status == 0)
    #expect(
      eventually { stored.meanRun(of: "update")?.milestones.map { $0.name } == ["a.service", "b.service"] },
      "\(String(decoding: stored.text.utf8, as: UTF8.self)) \((try? successor.child.errors) ?? "")")
    #expect(stored.meanRun(of: "update")?.length ?? 0 >= 0.6)
  }

  /// The run of a boot that was switched off is not that of the next one.
  @Test func unfinishedRunIsThatOfThisBoot() throws {
    var known = DurationHistory(), run = BootMilestones("boot")
    run.recordMilestone("a.service", at: 2)
    known.unfinished = run
    #expect(DurationHistory(known.text) == known)
    for name in ["s.experience", "history/experience"] {
      let folder = Folder()
      try FileManager.default.createDirectory(atPath: folder["history"], withIntermediateDirectories: true)
      try folder.write(name, known.text.utf8)
      let store = HistoryStore(Bytes(Array(folder["history/experience"].utf8)), beside: Bytes(Array(folder["s"].utf8)))
      let histories = try read(try #require(store))
      #expect(histories.last?.unfinished == (name.hasPrefix("s.") ? run : nil))
    }
  }

  /// Each change waits for the process that stores the one before.
  @Test func rapidChangesAreAllStored() throws {
    try makeHistoryFolder()
    let file = Bytes(Array(folder["history/experience"].utf8))
    let store = try #require(HistoryStore(file, beside: Bytes(Array(folder["s"].utf8))))
    var history = try #require(try read(store).last)
    for number in 1...50 {
      history.part = ProgressModel.Part(number: number, count: 50)
      store.writeWithoutWaiting(history)
    }
    #expect(
      eventually {
        store.dispatch()
        return stored.part?.number == 50
      }, "\(String(decoding: stored.text.utf8, as: UTF8.self))")
    #expect(
      eventually {
        store.dispatch()
        return !FileManager.default.fileExists(atPath: folder["s.experience"])
      })
  }

  /// The file of the boots before may be on a slow disk.
  @Test func eventLoopDoesNotReadThePersistentFile() throws {
    var earlier = DurationHistory()
    earlier.learn(30, of: "boot/copy/")
    try makeHistoryFolder()
    try folder.write("history/experience", earlier.text.utf8)
    let file = Bytes(Array(folder["history/experience"].utf8))
    let store = try #require(HistoryStore(file, beside: Bytes(Array(folder["s"].utf8))))
    var histories: [DurationHistory] = []
    let pool = WorkerPool(try EventLoop())
    store.read(pool) { histories.append($0) }
    #expect(histories.map { $0.duration(of: "boot/copy/") } == [nil])
    // Mounts while it is read start no second worker process.
    store.noteMount()
    #expect(store.deadline ?? 0 > Clock.nanoseconds, "not at once")
    for _ in 0..<20 { store.read(pool) { histories.append($0) } }
    #expect(store.deadline != nil, "it may have looked before the mount")
    let hasRoom = pool.start(for: .root, { [] }, finish: { _ in })
    #expect(hasRoom)
  }

  /// What was learned is counted once, however often something is mounted.
  @Test func mountsDoNotRepeatWhatIsKnown() throws {
    var known = DurationHistory()
    known.learn(60, of: "update//write")
    known.isPartial = true
    try folder.write("s.experience", known.text.utf8)
    let file = Bytes(Array(folder["history/experience"].utf8))
    let store = try #require(HistoryStore(file, beside: Bytes(Array(folder["s"].utf8))))
    #expect(try read(store) == [known])
    for _ in 0..<3 {
      store.noteMount()
      #expect(try store.deadline != nil && read(store).isEmpty)
    }
    try makeHistoryFolder()
    var earlier = DurationHistory()
    earlier.learn(30, of: "boot/copy/")
    try folder.write("history/experience", earlier.text.utf8)
    store.noteMount()
    #expect(try read(store) == [earlier])
    store.noteMount()
    #expect(store.deadline == nil)
  }

  /// The file system of the folder is mounted after the first picture.
  @Test func historyOfAFolderThatAppearsIsAddedTo() throws {
    var before = DurationHistory()
    before.learn(60, of: "update//write")
    before.part = ProgressModel.Part(number: 2, count: 3)
    let daemon = try daemon()
    #expect(try daemon.control(["progress", "0", "--task", "copy"]).status == 0)
    pause(0.2)
    #expect(try daemon.control(["progress", "100", "--task", "copy"]).status == 0)
    try makeHistoryFolder()
    try folder.write("history/experience", before.text.utf8)
    #expect(try daemon.control(["quit"]).status == 0)
    #expect(try daemon.child.finish().status == 0)
    #expect(stored.duration(of: "update//write") == 60 && stored.duration(of: "boot/copy/") != nil)
    #expect(stored.part?.number == 2 && !stored.isPartial)
  }
}
