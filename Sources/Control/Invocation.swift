import Linux
import Loaders
import Notation
import Protocol

/// One call of loaderctl: what every verb takes, and the verb.
struct Invocation {
  private(set) var socket: Bytes = "/run/loaderd/io.loaderd.Screen"
  private(set) var isJSON = false
  private(set) var isFineWithoutDaemon = false
  /// What is configured.
  let theme: () -> Bytes?
  /// The exit status when nothing was refused.
  var status = Control.Status.done

  init(theme: @escaping () -> Bytes?) { self.theme = theme }

  typealias Deed = (inout Invocation, Words) throws(Failure) -> Void

  /// Every verb there is, and what it does. One that Verbs.swift describes is there with its line here.
  static var deeds: [(description: StaticString, deed: Deed)] {
    [
      (Verbs.show, { (me, words) throws(Failure) in try me.show(words) }),
      (Verbs.status, { (me, words) throws(Failure) in try me.setStatus(words) }),
      (Verbs.message, { (me, words) throws(Failure) in try me.message(words) }),
      (Verbs.progress, { (me, words) throws(Failure) in try me.progress(words) }),
      (Verbs.mode, { (me, words) throws(Failure) in try me.mode(words) }),
      (Verbs.failure, { (me, words) throws(Failure) in try me.failure(words) }),
      (Verbs.run, { (me, words) throws(Failure) in try me.run(words) }),
      (Verbs.follow, { (me, words) throws(Failure) in try me.follow(words) }),
      (Verbs.hide, { (me, words) throws(Failure) in try me.hide(words) }),
      (Verbs.quit, { (me, words) throws(Failure) in try me.quit(words) }),
      (Verbs.yield, { (me, words) throws(Failure) in try me.call("Yield") }),
      (Verbs.resume, { (me, words) throws(Failure) in try me.call("Resume") }),
      (Verbs.state, { (me, words) throws(Failure) in try me.state() }),
      (Verbs.monitor, { (me, words) throws(Failure) in try me.monitor() }),
      (Verbs.loaders, { (me, words) throws(Failure) in try me.loaders(words) }),
      (Verbs.outputs, { (me, words) throws(Failure) in try me.outputs() }),
      (Verbs.key, { (me, words) throws(Failure) in try me.key(words) }),
      (Verbs.screenshot, { (me, words) throws(Failure) in try me.screenshot(words) }),
      (Verbs.render, { (me, words) throws(Failure) in try Rendering(words).write() }),
      (Verbs.check, { (me, words) throws(Failure) in try me.check(words) }),
      (Verbs.doctor, { (me, words) throws(Failure) in me.doctor() }),
    ]
  }

  mutating func perform(_ words: [Bytes]) throws(Failure) {
    var arguments = Arguments(words)
    if arguments.contains("--help") || arguments.contains("-h") { return try help(arguments) }
    if arguments.contains("--version") { return Standard.output("loaderctl \(version)\n") }
    while let argument = arguments.next() {
      switch argument {
      case .option(let name, let attached):
        if try !take(name, attached, &arguments) {
          throw .usage("\(Option.dashed(name)): unknown option; see loaderctl --help")
        }
      case .word(let name):
        for (description, deed) in Invocation.deeds {
          let verb = Verb(description)
          if verb.name == name { return try deed(&self, try Words(&arguments, of: verb, &self)) }
        }
        throw Invocation.unknown(name)
      }
    }
    throw .usage("say what to do: loaderctl --help lists the verbs")
  }

  /// Takes an option that every verb has; false for others.
  mutating func take(_ name: Bytes, _ attached: Bytes?, _ arguments: inout Arguments) throws(Failure) -> Bool {
    guard let option = Verb.common[name] else { return false }
    let value = try checked { () throws(UsageError) in try option.value(attached, &arguments) }
    switch name {
    case "socket": socket = value
    case "json": isJSON = true
    default: isFineWithoutDaemon = true
    }
    return true
  }

  /// About the first verb among the arguments, and the loader behind it.
  private func help(_ given: Arguments) throws(Failure) {
    var arguments = given, verb: Verb?
    while let argument = arguments.next() {
      switch argument {
      case .option("socket", nil): _ = arguments.next()
      case .option: break
      case .word(let name):
        if let verb {
          let loader = verb.takesParameters ? Catalog.entry(named: name) : nil
          return Standard.output(verb.help(loader))
        }
        verb = Verb.named(name)
        if verb == nil { throw Invocation.unknown(name) }
      }
    }
    Standard.output(verb?.help(nil) ?? Verb.overview)
  }

  private static func unknown(_ name: Bytes) -> Failure {
    .usage("'\(name)': no such verb; there are \(Verb.all.map { $0.name }.joined(by: ", "))")
  }

  /// Calls a method of the screen that answers nothing, or nothing that matters.
  func call(_ method: Bytes, _ parameters: [JSON.Member] = []) throws(Failure) { _ = try ask(method, parameters) }

  func ask(_ method: Bytes, _ parameters: [JSON.Member] = []) throws(Failure) -> JSON {
    .object(
      try Connection(to: socket).call("io.loaderd.Screen." + method, Invocation.addressed(method, parameters))
        .parameters)
  }

  /// Behind `loaderctl run` it is about what that one shows.
  static func addressed(_ method: Bytes, _ parameters: [JSON.Member]) -> [JSON.Member] {
    guard ["SetStatus", "SetProgress", "Hide"].contains(method),
      let id = Environment["LOADERD_SHOW"].flatMap(Decimal.integer)
    else { return parameters }
    return parameters + [JSON.Member("show", .integer(id))]
  }
}

extension Verb {
  /// Every verb there is.
  public static var all: [Verb] { Invocation.deeds.map { Verb($0.description) } }
}

/// Turns a usage error into this program's failure.
func checked<Value>(_ body: () throws(UsageError) -> Value) throws(Failure) -> Value {
  do throws(UsageError) {
    return try body()
  } catch {
    throw .usage(error.text)
  }
}
