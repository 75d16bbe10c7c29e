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
    var announced: [Phase] = []
    try call.forEachPhase(limit: ProgressTask.phaseLimit) { (name, weight) throws(Reply) in
      let line = try Call.line(name, "phases")
      if announced.contains(where: { $0.name == line }) { throw .repeatedPhase(line) }
      announced.append(Phase(line, weight: weight))
    }
    phases = announced
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
