public import Support
import Varlink

/// Update jobs of systemd-sysupdated (org.freedesktop.sysupdate1(5)), several at once. loaderd shows each as a task.
public struct SysupdateJobs {
  /// A change that the D-Bus interface reports.
  public enum Event {
    /// The reply to `ListJobs`; only jobs of type `update` are shown. A job that is not in it has ended.
    case listed([(id: Int, type: Bytes, percent: Int)])
    /// Property `Progress` of a job, in per cent.
    case progress(id: Int, percent: Int)
    /// Signal `JobRemoved`: 0 is success, a positive status an exit status, a negative one an errno.
    case removed(id: Int, status: Int)
    /// The service has left the bus.
    case gone
  }

  private struct Job {
    let id: Int
    var percent: Int
    /// The percentage that was sent; nil when none was.
    var sent: Int?
    /// Whether the job has ended. It is removed once that was sent.
    var isDone = false

    var task: JSON.Member { JSON.Member("task", .string("sysupdate-\(id)")) }

    mutating func end() {
      percent = 100
      isDone = true
    }
  }

  private var jobs: [Job] = []
  private var failures: [Call] = []

  /// Starts with no jobs.
  public init() {}

  /// Whether a job runs, or its end was not sent yet.
  var isActive: Bool { !jobs.isEmpty }

  /// Whether this is a known update job; jobs of other types are never known.
  public func knows(id: Int) -> Bool { jobs.contains { $0.id == id } }

  /// Handles an event.
  public mutating func handle(_ event: Event) {
    switch event {
    case .listed(let list):
      // `JobRemoved` was missed, and with it the result. The other jobs do not wait for this one.
      for index in jobs.indices where !list.contains(where: { $0.id == jobs[index].id }) { jobs[index].end() }
      for (id, type, percent) in list where type == "update" {
        if !knows(id: id) { jobs.append(Job(id: id, percent: 0)) }
        advance(id, to: percent)
      }
    case .progress(let id, let percent): advance(id, to: percent)
    case .removed(let id, let status):
      guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
      if status == 0 {
        jobs[index].end()
      } else {
        // While others run, the bar has a share for it.
        if jobs.count > 1 { jobs[index].end() } else { jobs.remove(at: index) }
        addFailure(code: status > 0 ? "exit-code \(status)" : "errno \(Int(clamping: status.magnitude))")
      }
    case .gone:
      if jobs.contains(where: { !$0.isDone }) { addFailure(code: "gone") }
      jobs.removeAll { !$0.isDone }
    }
  }

  private mutating func advance(_ id: Int, to percent: Int) {
    guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
    jobs[index].percent = max(jobs[index].percent, min(percent, 100))
  }

  private mutating func addFailure(code: Bytes) {
    failures.append(.failure("systemd-sysupdated.service", "The update could not be installed", code: code))
  }

  /// The oldest failure that was not sent; nil when there is none.
  mutating func nextFailure() -> Call? { failures.isEmpty ? nil : failures.removeFirst() }

  /// The progress of a job that has changed since the last call; nil when none has.
  mutating func nextCall() -> Call? {
    guard let index = jobs.firstIndex(where: { $0.sent != $0.percent || $0.isDone }) else { return nil }
    let job = jobs[index]
    jobs[index].sent = job.percent
    if job.isDone { jobs.remove(at: index) }
    return .progress(Double(job.percent) / 100, [job.task])
  }

  /// Sends everything again, because loaderd was restarted.
  mutating func markUnsent() {
    for index in jobs.indices { jobs[index].sent = nil }
  }
}
