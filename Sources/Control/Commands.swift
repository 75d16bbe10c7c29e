import Linux
import Loaders
import Meters
import Notation
import Protocol

/// The verbs that tell how far other programs are.
extension Invocation {
  /// Runs a command with a loader on the screen. Whatever becomes of the loader, the command runs.
  mutating func run(_ given: Words) throws(Failure) {
    var words = given
    let program = words.plain[0].split(at: 0x2F).last ?? ""
    var plan = Running.Plan(words: words.plain, format: Meter.Format(words.take("progress") ?? "auto"))
    if plan.format == .auto { plan.format = Meter.Format(ofProgram: program) ?? .auto }
    plan.total = try Invocation.total(&words) ?? (program == "dd" ? CopyOperands(words.plain).total : nil)
    plan.isCancellable = words.take("cancellable") != nil
    let presence = try Invocation.presence(&words, otherwise: words.has("text") ? "shimmer" : "bar")
    do throws(SystemError) {
      let loop = try EventLoop()
      let link = Link(loop, to: socket, presence)
      status = try Running(plan, loop, link, socket).run()
      if !isFineWithoutDaemon, let failure = link.failure {
        Standard.error("loaderctl: \(failure.sentence); the command ran without a loader")
      }
    } catch {
      Standard.error("loaderctl: \(plan.words[0]): \(error.reason)")
      status = error.isAbsence ? Control.Status.noCommand : Control.Status.cannotRun
    }
  }

  /// Reads progress from standard input, to its end even if nobody shows it: the writer must not fail for that.
  func follow(_ given: Words) throws(Failure) {
    var words = given
    let format = Meter.Format(words.take("format") ?? "auto") ?? .auto
    let meter = Meter(format, total: try Invocation.total(&words))
    let presence = try Invocation.presence(&words, otherwise: words.has("text") ? "shimmer" : nil)
    let failure: Failure?
    do throws(SystemError) {
      let loop = try EventLoop()
      let link = Link(loop, to: socket, presence)
      try Following(meter, loop, link).run()
      failure = link.failure
    } catch {
      throw .refused(error.text)
    }
    if let failure { throw failure }
  }

  /// What `--size` says: bytes, or a file that has as many.
  private static func total(_ words: inout Words) throws(Failure) -> Double? {
    guard let text = words.take("size") else { return nil }
    guard let size = Decimal.double(text) ?? File.size(text).map({ Double($0) }), size > 0 else {
      throw .usage("--size: '\(text)' is neither a number of bytes nor a file that has some")
    }
    return size
  }

  /// The loader that the words name, or else the other one, if any.
  private static func presence(_ words: inout Words, otherwise: Bytes?) throws(Failure) -> Presence {
    let text = words.take("text")
    guard let name = words.take("loader") ?? otherwise else { return Presence(showing: []) }
    let entry = try Words.entry(named: name)
    let parameters = try words.absolute(entry)
    let loader: AnyLoader
    do throws(ParameterError) {
      loader = try entry.loader(text ?? "", parameters, Words.files)
    } catch {
      throw .usage("\(error.name): \(error.reason)")
    }
    var members = [JSON.Member("loader", .string(name)), JSON.Member("lease", .bool(true))]
    if let text { members.append(JSON.Member("text", .string(text))) }
    for option in parameters { members.append(JSON.Member(option.name, .string(option.text))) }
    // Under one that shows no text it is the status line, until there is another.
    return Presence(showing: members, label: loader.showsProgress ? text : nil)
  }
}

extension Failure {
  /// For a person who wanted something else done.
  fileprivate var sentence: Bytes {
    switch self {
    case .usage(let text), .refused(let text): text
    case .absent(let path): "no loaderd answered at \(path)"
    }
  }
}
