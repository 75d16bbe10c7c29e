import Loaders
import Support

extension Parameter {
  /// The parameter for the page, which makes a control of it.
  var control: JSON {
    var members = [
      JSON.Member("name", .string(Bytes(name))), JSON.Member("summary", .string(Bytes(summary))),
      JSON.Member("type", .string(kind.description)),
      JSON.Member("standard", standard.map { .string(Bytes($0)) } ?? .null),
    ]
    func set(_ kind: JSON, _ range: ClosedRange<Double>? = nil, _ choices: [StaticString]? = nil) {
      members.append(JSON.Member("kind", kind))
      if let range {
        members += [JSON.Member("least", .number(range.lowerBound)), JSON.Member("most", .number(range.upperBound))]
      }
      if let choices { members.append(JSON.Member("choices", .array(choices.map { .string(Bytes($0)) }))) }
    }
    switch kind {
    case .choice(let names): set("choice", nil, names)
    case .color: set("color")
    case .optionalColor: set("optional-color")
    case .colors: set("colors")
    case .rectangles: set("text")
    case .seconds(let range): set("seconds", range)
    case .points(let range): set("points", range)
    case .number(let range), .count(let range): set("number", range)
    case .fraction: set("fraction", 0...1)
    case .font: set("font")
    case .text: set("text")
    case .pictures: set("pictures")
    case .sequence: set("sequence")
    }
    return .object(members)
  }
}
