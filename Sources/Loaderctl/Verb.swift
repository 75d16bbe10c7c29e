public import Support

/// Something that loaderctl does: described once, and from it follow checking, help, completions and the manual page.
public struct Verb {
  /// What stands behind a verb without dashes.
  public struct Word {
    public enum Count { case one, oneAtMost, several }

    public let name: Bytes
    public let kind: Option.Kind
    public let count: Count
  }

  public let name: Bytes
  public private(set) var words: [Word] = []
  public private(set) var options: [Option] = []
  /// Whether each parameter of the loader is an option too.
  public private(set) var takesParameters = false
  public let summary: Bytes
  /// More about it; empty where the summary says all.
  public private(set) var details: Bytes = ""
  public private(set) var examples: [Bytes] = []

  /// Reads a description: how it is used, what it does, and then in any order options, `$` examples, and more about it.
  init(_ description: StaticString) {
    let lines = Bytes(description).split(at: 0x0A)
    var usage = lines[0].split(at: 0x20)
    name = usage.removeFirst()
    summary = lines[1]
    for line in lines.dropFirst(2) {
      if line.hasPrefix("-") {
        options.append(Option(line))
      } else if line.hasPrefix("$ ") {
        examples.append(line.dropFirst(2))
      } else {
        details = line
      }
    }
    while !usage.isEmpty {
      let part = usage.removeFirst()
      switch part {
      case "[--PARAM": (takesParameters, usage) = (true, Array(usage.dropFirst(2)))
      case "--":
        words.append(Word(name: usage[0], kind: .command, count: .several))
        usage = []
      default:
        let isOptional = part.hasPrefix("[")
        let name = isOptional ? Bytes(part.utf8.dropFirst().dropLast()) : part
        words.append(
          Word(name: name, kind: Option.Kind(name, placeholder: name), count: isOptional ? .oneAtMost : .one))
      }
    }
  }

  /// What every verb takes, before it or behind it.
  public static var common: [Option] {
    Option.all(
      """
      --socket PATH =/run/loaderd/io.loaderd.Screen  where loaderd listens
      --json  answer with a JSON object, errors too; run leaves standard output to its command
      --if-running  no daemon is fine: the exit status is 0 then
      --help  show how it is used; behind a verb, or a verb and a loader, about that
      --version  show the version
      """)
  }

  public static func named(_ name: Bytes) -> Verb? { all.first { $0.name == name } }

  /// The verb and what may stand behind it, piece by piece.
  public var usage: [Bytes] {
    var pieces = [name]
    for word in words where word.count != .several { pieces.append(word.usage) }
    if takesParameters { pieces.append("[--PARAM VALUE …]") }
    for option in options {
      let usage: Bytes = option.isRequired ? option.usage : "[\(option.usage)]"
      pieces.append(option.repeats ? usage + " …" : usage)
    }
    for word in words where word.count == .several { pieces.append(word.usage) }
    return pieces
  }
}

extension Verb.Word {
  var isLoader: Bool { if case .loader = kind { true } else { false } }

  public var usage: Bytes {
    switch count {
    case .one: name
    case .oneAtMost: "[\(name)]"
    case .several: "-- \(name) …"
    }
  }
}
