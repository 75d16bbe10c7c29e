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
    if let value = call["phases"] {
      guard let values = value.array, values.count <= ProgressTask.phaseLimit else {
        throw .invalidParameter("phases", "not a list of at most \(ProgressTask.phaseLimit)")
      }
      for value in values {
        let weight = value["weight"].map { $0.number } ?? 1
        let isKnown = (value.members ?? []).allSatisfy { $0.isNamed("name") || $0.isNamed("weight") }
        guard let name = value["name"], let weight, (0.001...1e6).contains(weight), isKnown else {
          throw .invalidParameter("phases", "each has a name, and a weight from 0.001 to 1000000, and nothing else")
        }
        let line = try Call.line(name, "phases")
        if phases.contains(where: { $0.name == line }) {
          throw .invalidParameter("phases", "\(quoted: line) is given twice")
        }
        phases.append(Phase(line, weight: weight))
      }
    }
    if call["part"] != nil || call["parts"] != nil {
      let number = call["part"]?.number.flatMap { Int(exactly: $0) },
        count = call["parts"]?.number.flatMap { Int(exactly: $0) }
      guard let number, let count, ProgressModel.Part.isValid(number, of: count) else {
        throw .invalidParameter("part", "give a part from 1 to parts, and at most 99 parts, such as part 2 of parts 5")
      }
      part = (number, count)
    }
  }

  /// Throws for a phase that was not announced, neither in this update nor before.
  func checkPhase(of work: ProgressModel?) throws(Reply) {
    guard let phase else { return }
    let announced =
      phases.isEmpty
      ? work?.tasks.first { $0.name == task && $0.isAnnounced && !$0.isDone }?.phases.map { $0.name } ?? []
      : phases.map { $0.name }
    if announced.isEmpty || announced.contains(phase) { return }
    throw .invalidParameter(
      "phase", "\(quoted: phase) is not one of \(announced.joined(by: ", "))\(phase.suggestion(among: announced))")
  }

  /// Whether it has any information about the work.
  var hasProgress: Bool { fraction != nil || phase != nil || !phases.isEmpty || part != nil || !task.isEmpty }
}
