import Progress
import ScreenAPI
import Support
import Varlink

extension ProgressUpdate {
  /// The progress in a call of `SetProgress`. Throws for a member that cannot be used.
  init(_ call: Call) throws(Reply) {
    self.init()
    fraction = try call.progress
    phase = try call.text("phase")
    task = try call.text("task") ?? ""
    showsTimeLeft = try call.flag("estimate")
    let announced = try call.phases(limit: ProgressTask.phaseLimit) { (name) throws(Reply) in
      try Call.line(name, "phases")
    }
    phases = announced.map { Phase($0.name, weight: $0.weight) }
    if let given = try call.part(isValid: ProgressModel.Part.isValid) { part = (given.number, given.count) }
  }

  /// Throws for a phase that was not announced, neither in this update nor before.
  func checkPhase(of model: ProgressModel?) throws(Reply) {
    guard let phase else { return }
    let announced =
      phases.isEmpty
      ? model?.tasks.first { $0.name == task && $0.isAnnounced && !$0.isDone }?.phases.map { $0.name } ?? []
      : phases.map { $0.name }
    if announced.isEmpty || announced.contains(phase) { return }
    throw .invalidParameter(
      "phase", "\(quoted: phase) is not one of \(announced.joined(by: ", "))\(phase.suggestion(among: announced))")
  }

  /// Whether it has any information about the work.
  var hasProgress: Bool { fraction != nil || phase != nil || !phases.isEmpty || part != nil || !task.isEmpty }
}
