import Loaders
import Support
import Varlink

@testable import Daemon

extension Target {
  /// A sequence of calls that is valid by its form, with any values, from some clients; frames are drawn between them
  /// on displays of any size.
  static let session = Target("session") { bytes in
    var input = FuzzInput(bytes)
    let content = input.bytes(1024)
    var screen = FuzzScreen(Files { _ in content })
    // More would be slower, and not deeper.
    for _ in 0..<24 where !input.isEmpty {
      let client = input.number(below: 4)
      switch input.number(below: 4) {
      case 0:
        let seconds = input.choice([0, 0.001, 0.05, 0.3, 2, 60, 1e6] as [Double])
        screen.advance(by: Int64(seconds * 1e9))
      case 1 where input.number(below: 8) == 0: screen.closeClient(client)
      case 1:
        let (width, height): (Int32, Int32) = input.choice([
          (1, 1), (96, 64), (128, 64), (64, 200), (320, 240), (480, 272),
        ])
        screen.draw(width: width, height: height, scale: input.choice([0.25, 0.5, 1, 1.5, 8] as [Double]))
      default: screen.call(input.call(), from: client)
      }
    }
    screen.draw(width: 160, height: 120)
  }
}

extension FuzzInput {
  /// A call with some members of its method.
  mutating func call() -> Call {
    let method = choice(MethodTable.all)
    var members: [JSON.Member] = []
    if method.name.description == "Show" {
      let entry = choice(Catalog.all)
      members.append(JSON.Member("loader", .string(Bytes(entry.name))))
      for _ in 0..<number(below: 4) where !entry.parameters.isEmpty {
        let parameter = choice(entry.parameters)
        members.append(JSON.Member(Bytes(parameter.name), value(of: parameter.kind)))
      }
    }
    for _ in 0..<number(below: 4) where !method.parameters.isEmpty {
      members.append(JSON.Member(Bytes(choice(method.parameters)), value()))
    }
    return Call("io.loaderd.Screen." + Bytes(method.name), members)
  }

  /// A value for a parameter, mostly one of its kind.
  private mutating func value(of kind: Parameter.Kind) -> JSON {
    switch kind {
    case .choice(let words): .string(Bytes(choice(words)))
    case .seconds(let range), .points(let range), .number(let range), .count(let range):
      .number(choice([range.lowerBound, range.upperBound, (range.lowerBound + range.upperBound) / 2, 1]))
    case .color, .optionalColor, .colors: .string(choice(["#fff", "#12345600", "red", "none", "#000,#fff"]))
    case .rectangles: .string(choice(["1 2 3 4", "0 0 4000 4000,64 15.2 60% 9.6", "1 2 3", "5 5 0 0", "9 9 1e308% 1"]))
    case .font, .pictures, .sequence: .string(choice(["a", "a.png,b@2x.png", "a.png"]))
    case .fraction, .text: value()
    }
  }

  /// Any value.
  private mutating func value() -> JSON {
    switch number(below: 8) {
    case 0: .bool(number(below: 2) == 0)
    case 1: .integer(choice([0, 1, -1, 7, .max, .min]))
    case 2: .number(choice([0, 0.5, -0.5, 1, 1e18, -1e308]))
    case 3: .string(choice(["boot", "update", "shutdown", "factory-reset", "none", "fade", "unknown", "50%", "3/7"]))
    case 4: .array((0..<number(below: 5)).map { _ in .string(text()) })
    default: .string(text())
    }
  }

  /// A text in any scripts, sometimes a long one.
  private mutating func text() -> Bytes {
    var text = Bytes()
    let length = number(below: 24), count = number(below: 16) == 0 ? 40 : 1
    for _ in 0..<length {
      let start = choice([0x20, 0x61, 0x300, 0x590, 0x627, 0x900, 0xE01, 0x200B, 0x2028, 0x4E00, 0xAC00, 0x1F300])
      text.append(scalar: Unicode.Scalar(UInt32(start + number(below: 64)))?.value ?? 32)
    }
    return Bytes((0..<count).flatMap { _ in text.utf8 })
  }
}
