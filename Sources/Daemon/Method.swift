import Display
import Scene
import Support
import System
import Varlink

/// A method of io.loaderd.Screen: all that the daemon knows of it beside its text in io.loaderd.Screen.varlink.
struct Method {
  /// What of a call a successor of the daemon does again, so that it shows the same.
  enum Journal {
    case nothing
    /// The call, which makes earlier ones of these methods void.
    case call(voids: [StaticString])
    /// Nothing, but it makes earlier ones of these methods void.
    case voids([StaticString])
    /// The call, unless it only changes the lines of the mode that goes on.
    case mode
    /// The newest call of each phase of each task.
    case progress
  }

  /// What a call changes.
  enum Scope {
    case nothing
    /// Something that all see, whoever calls: it outlives the connection.
    case screen
    /// An entry of the stack, which goes with the connection that it belongs to.
    case entry
  }

  typealias Handler = (inout ScreenModel, MethodCall) throws(Reply) -> (reply: Reply, effect: ScreenModel.Effect)

  let name: StaticString
  /// The members that a call may have; `Show` has the parameters of its loader too.
  let parameters: [StaticString]
  var scope = Scope.nothing
  var journal = Journal.nothing
  /// Whether `log = ends` in `[Access]` tells the log who made the call.
  var isLogged = false
  /// Whether files that a call names are read for it.
  var namesFiles = false
  /// Whether it puts something else in the place that stays, or nothing.
  var replacesLasting = false
  /// Whether a client may make this call, beside the socket's rights and `[Access]`.
  var mayCall: (Call, Peer) -> Bool = { _, _ in true }
  let handler: Handler

  /// Every method there is.
  static var all: [Method] {
    [
      Method(
        name: "Show", parameters: ["loader", "text", "transition", "lease"], scope: .entry,
        journal: .call(voids: ["Show", "ReportFailure", "Hide"]), namesFiles: true, replacesLasting: true
      ) { (model, it) throws(Reply) in (try model.show(it.call, it.client, at: it.now), .redraw) },
      Method(
        name: "Hide", parameters: ["transition", "show"], scope: .entry,
        journal: .call(voids: ["Show", "SetStatus", "SetMessage", "SetProgress", "ReportFailure", "Hide"]),
        replacesLasting: true
      ) { (model, it) throws(Reply) in
        try model.hide(try model.place(it.call, it.client), fading: try it.call.fades, at: it.now)
        return (Reply(), .redraw)
      },
      Method(
        name: "SetStatus", parameters: ["text", "show"], scope: .entry, journal: .call(voids: ["SetStatus"])
      ) { (model, it) throws(Reply) in
        try model.setStatus(it.call, it.client, it.now)
        return (Reply(), .redraw)
      },
      Method(
        name: "SetMessage", parameters: ["text", "lifetime"], scope: .screen, journal: .call(voids: ["SetMessage"])
      ) { (model, it) throws(Reply) in
        try model.setMessage(it.call, it.now)
        return (Reply(), .redraw)
      },
      Method(
        name: "SetProgress",
        parameters: [
          "value", "label", "phase", "phases", "task", "part", "parts", "alive", "estimate", "milestone", "show",
        ], scope: .entry, journal: .progress
      ) { (model, it) throws(Reply) in
        try model.setProgress(it.call, it.client, it.now)
        return (Reply(), .redraw)
      },
      Method(
        name: "SetMode", parameters: ["mode", "title", "subtitle"], scope: .screen, journal: .mode, isLogged: true
      ) { (model, it) throws(Reply) in
        try model.setMode(it.call, it.now)
        return (Reply(), .redraw)
      },
      Method(
        name: "ReportFailure", parameters: ["unit", "sentence", "code"], scope: .screen,
        journal: .call(voids: ["ReportFailure"]), isLogged: true
      ) { (model, it) throws(Reply) in
        try model.reportFailure(it.call, it.now)
        return (Reply(), .redraw)
      },
      Method(name: "AppendLog", parameters: ["lines"]) { (model, it) throws(Reply) in
        try model.appendLog(it.call, it.now)
        return (Reply(), .redraw)
      },
      Method(name: "GetState", parameters: []) { (model, it) throws(Reply) in
        (Reply(model.state(it.seen, at: it.now)), .none)
      },
      Method(name: "Monitor", parameters: []) { (_, it) throws(Reply) in
        guard it.call.wantsMore else { throw Reply(error: "org.varlink.service.ExpectedMore") }
        return (Reply(), .monitor)
      },
      Method(name: "Screenshot", parameters: ["output"]) { (_, it) throws(Reply) in
        (Reply(), .screenshot(output: try it.call.text("output")))
      },
      Method(name: "ListLoaders", parameters: []) { (_, _) throws(Reply) in (ScreenModel.loaderList, .none) },
      Method(name: "ListOutputs", parameters: []) { (_, it) throws(Reply) in
        let outputs = it.seen.outputs.map { it.seen.describe($0, inFull: true) }
        return (Reply([JSON.Member("outputs", .array(outputs))]), .none)
      },
      // Whether the display is released is the display session's state, which the restart state has beside the calls.
      Method(name: "Yield", parameters: [], scope: .screen, isLogged: true) { (_, _) throws(Reply) in
        (Reply(), .yield)
      },
      Method(name: "Resume", parameters: [], scope: .screen) { (_, _) throws(Reply) in (Reply(), .resume) },
      Method(
        name: "WaitKey", parameters: ["keys", "cancel", "timeout"],
        // What is typed may be meant for another program.
        mayCall: { call, peer in call["cancel"]?.bool == true || peer.isOurs }
      ) { (_, _) throws(Reply) in (Reply(), .wait) },
      Method(name: "Reload", parameters: []) { (_, _) throws(Reply) in (Reply(), .reload) },
      Method(name: "Quit", parameters: ["retain"], isLogged: true) { (_, it) throws(Reply) in
        (Reply(), .quit(retains: try it.call.flag("retain")))
      },
    ]
  }

  /// The method that a call is of; nil where there is none.
  static func of(_ call: Call) -> Method? {
    let prefix = Interface.prefix
    guard call.method.hasPrefix(prefix) else { return nil }
    let name = call.method.dropFirst(prefix.count)
    return all.first { Bytes($0.name) == name }
  }

  /// Answers a call. Throws for a member that the method has not, and what the handler refuses.
  func answer(_ it: MethodCall, in model: inout ScreenModel) throws(Reply) -> (reply: Reply, effect: ScreenModel.Effect)
  {
    if !namesFiles { try it.call.allow(parameters.map { Bytes($0) }) }
    return try handler(&model, it)
  }
}

/// A call with what its handler is to know.
struct MethodCall {
  let call: Call
  /// The connection; 0 is none.
  let client: Int
  let now: Time
  let seen: StatusSnapshot
}
