import Linux
import Loaders
public import Notation

/// Something that loaderctl does: described once, and from it follow checking, help, completions and the manual page.
public struct Verb {
  /// What stands behind a verb without dashes.
  public struct Word {
    public enum Count { case one, oneAtMost, several }

    public let name: StaticString
    public let kind: Option.Kind
    public let count: Count

    init(_ name: StaticString, _ kind: Option.Kind, _ count: Count = .one) {
      (self.name, self.kind, self.count) = (name, kind, count)
    }
  }

  public let name: StaticString
  public let words: [Word]
  public let options: [Option]
  /// Whether each parameter of the loader is an option too.
  public let takesParameters: Bool
  public let summary: StaticString
  /// More about it; empty where the summary says all.
  public let details: StaticString
  public let examples: [StaticString]
  /// Its exit statuses beside those of every verb, with their meaning.
  public let statuses: [(Int, StaticString)]

  init(
    _ name: StaticString, _ summary: StaticString, words: [Word] = [], options: [Option] = [],
    takesParameters: Bool = false, details: StaticString = "", examples: [StaticString],
    statuses: [(Int, StaticString)] = []
  ) {
    (self.name, self.words, self.options, self.takesParameters) = (name, words, options, takesParameters)
    (self.summary, self.details, self.examples, self.statuses) = (summary, details, examples, statuses)
  }

  /// What every verb takes, before it or behind it.
  public static var common: [Option] {
    [
      Option(
        "socket", .file, "where loaderd listens", placeholder: "PATH", standard: "/run/loaderd/io.loaderd.Screen"),
      Option("json", .flag, "answer in JSON, for programs"),
      Option("if-running", .flag, "no daemon is fine: the exit status is 0 then"),
      Option("help", .flag, "tell how it is used; behind a verb, or a verb and a loader, about that"),
      Option("version", .flag, "tell the version"),
    ]
  }

  public static func named(_ name: Bytes) -> Verb? { all.first { Bytes($0.name) == name } }

  /// The verb and what may stand behind it, piece by piece.
  public var usage: [Bytes] {
    var pieces = [Bytes(name)]
    for word in words where !word.isCommand { pieces.append(word.usage) }
    if takesParameters { pieces.append("[--PARAM VALUE …]") }
    for option in options {
      let usage: Bytes = option.isRequired ? option.usage : "[\(option.usage)]"
      pieces.append(option.repeats ? usage + " …" : usage)
    }
    for word in words where word.isCommand { pieces.append("-- \(word.usage)") }
    return pieces
  }
}

extension Verb.Word {
  var isCommand: Bool { if case .command = kind { true } else { false } }

  var isLoader: Bool { if case .loader = kind { true } else { false } }

  public var usage: Bytes {
    switch count {
    case .one: Bytes(name)
    case .oneAtMost: "[\(name)]"
    case .several: "\(name) …"
    }
  }
}
