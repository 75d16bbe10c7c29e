import Notation
import Protocol
import Work

extension Report {
  /// What a call of `SetProgress` says of the work.
  init(_ call: Call) throws(Reply) {
    self.init()
    if let value = call["value"] {
      guard let number = value.number, (0...1).contains(number) else {
        throw .invalidParameter("value", "not a number from 0 to 1")
      }
      fraction = number
    }
    phase = try call.text("phase")
    task = try call.text("task") ?? ""
    estimates = try call.flag("estimate")
    if let value = call["phases"] {
      guard let values = value.array, values.count <= Job.phaseLimit else {
        throw .invalidParameter("phases", "not a list of at most \(Job.phaseLimit)")
      }
      for value in values {
        let weight = value["weight"].map { $0.number } ?? 1
        guard let name = value["name"], let weight, (0.001...1e6).contains(weight) else {
          throw .invalidParameter("phases", "each has a name, and a weight from 0.001 to 1000000")
        }
        phases.append(Phase(try Call.line(name, "phases"), weight: weight))
      }
    }
    if call["part"] != nil || call["parts"] != nil {
      let number = call["part"]?.number.flatMap { Int(exactly: $0) },
        count = call["parts"]?.number.flatMap { Int(exactly: $0) }
      guard let number, let count, Work.Part.isValid(number, of: count) else {
        throw .invalidParameter("part", "not 1 to parts, of at most 99")
      }
      part = (number, count)
    }
  }

  /// Whether it says anything of the work itself.
  var isAbout: Bool { fraction != nil || phase != nil || !phases.isEmpty || part != nil || !task.isEmpty }
}
