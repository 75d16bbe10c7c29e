public import Support
import Varlink

/// The updates that systemd-sysupdated runs, several at once.
public struct UpdateJobs {
  public enum Event {
    /// A job there is; only those of type `update` are updates.
    case listed(id: Int, type: Bytes, percent: Int)
    case progress(id: Int, percent: Int)
    /// 0 is success, more an exit status, less an errno.
    case removed(id: Int, status: Int)
    /// The service has ended.
    case gone
  }

  private struct Job {
    let id: Int
    var percent: Int
    var told: Int?
    /// Goes when its end was told.
    var isOver = false

    var name: JSON.Member { JSON.Member("task", .string("sysupdate-\(id)")) }
  }

  private var jobs: [Job] = []
  private var failures: [Call] = []

  public init() {}

  var isActive: Bool { !jobs.isEmpty }

  /// Whether a job is known; those of another type are not.
  public func knows(id: Int) -> Bool { jobs.contains { $0.id == id } }

  public mutating func take(_ event: Event) {
    switch event {
    case .listed(let id, "update", let percent):
      if !knows(id: id) { jobs.append(Job(id: id, percent: percent)) }
      advance(id, to: percent)
    case .listed: break
    case .progress(let id, let percent): advance(id, to: percent)
    case .removed(let id, let status):
      guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
      if status == 0 { (jobs[index].percent, jobs[index].isOver) = (100, true) } else { jobs.remove(at: index) }
      if status != 0 { fail(code: status > 0 ? "exit-code \(status)" : "errno \(-status)") }
    case .gone:
      if jobs.contains(where: { !$0.isOver }) { fail(code: "gone") }
      jobs.removeAll { !$0.isOver }
    }
  }

  private mutating func advance(_ id: Int, to percent: Int) {
    guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
    jobs[index].percent = max(jobs[index].percent, min(percent, 100))
  }

  private mutating func fail(code: Bytes) {
    failures.append(.failure("systemd-sysupdated.service", "The update could not be installed", code: code))
  }

  mutating func takeFailure() -> Call? { failures.isEmpty ? nil : failures.removeFirst() }

  mutating func call() -> Call? {
    guard let index = jobs.firstIndex(where: { $0.told != $0.percent || $0.isOver }) else { return nil }
    let job = jobs[index]
    jobs[index].told = job.percent
    if job.isOver { jobs.remove(at: index) }
    return .progress(Double(job.percent) / 100, [job.name])
  }

  mutating func forget() {
    for index in jobs.indices { jobs[index].told = nil }
  }
}
