import DaemonCore
import Display
import Scene
import ScreenAPI
import Support
import System
import Varlink

/// The methods of io.loaderd.Screen. The types of their parameters and replies are in io.loaderd.Screen.varlink.
enum MethodTable {
  /// The parameters of `Show` that are not those of a loader.
  private static let showMembers: [StaticString] = ["loader", "text", "transition", "lease"]
  /// Whether a member of `Show` is no parameter of its loader.
  static func isOwnMember(_ name: Bytes) -> Bool { showMembers.contains { $0 ~= name } }

  /// One row for each method, made once: each call is looked up several times. The daemon has one thread.
  nonisolated(unsafe) static let all: [Method] = [
    Method(
      name: "Show", parameters: showMembers, scope: .entry,
      journal: .call(supersedes: ["Show", "ReportFailure", "Hide"]), takesLoaderParameters: true,
      replacesPersistentEntry: true
    ) { (model, request) throws(Reply) in (try model.show(request.call, request.client, at: request.now), .redraw) },
    Method(
      name: "Hide", parameters: ["transition", "show"], scope: .entry,
      journal: .call(supersedes: ["Show", "SetStatus", "SetMessage", "SetProgress", "ReportFailure", "Hide"]),
      replacesPersistentEntry: true
    ) { (model, request) throws(Reply) in
      let index = try model.entryIndex(request.call, request.client)
      model.hide(index, fading: try request.call.fades, at: request.now)
      return (Reply(), .redraw)
    },
    Method(
      name: "SetStatus", parameters: ["text", "show"], scope: .entry, journal: .call(supersedes: ["SetStatus"])
    ) { (model, request) throws(Reply) in
      try model.setStatus(request.call, request.client, request.now)
      return (Reply(), .redraw)
    },
    Method(
      name: "SetMessage", parameters: ["text", "lifetime"], scope: .screen, journal: .call(supersedes: ["SetMessage"])
    ) { (model, request) throws(Reply) in
      try model.setMessage(request.call, request.now)
      return (Reply(), .redraw)
    },
    Method(
      name: "SetProgress",
      parameters: [
        "value", "label", "phase", "phases", "task", "part", "parts", "alive", "estimate", "milestone", "show",
      ], scope: .entry, journal: .progress
    ) { (model, request) throws(Reply) in
      try model.setProgress(request.call, request.client, request.now)
      return (Reply(), .redraw)
    },
    Method(
      name: "SetMode", parameters: ["mode", "title", "subtitle"], scope: .screen, journal: .mode,
      isLoggedByDefault: true
    ) { (model, request) throws(Reply) in
      try model.setMode(request.call, request.now)
      return (Reply(), .redraw)
    },
    Method(
      name: "ReportFailure", parameters: ["unit", "sentence", "code"], scope: .screen,
      journal: .call(supersedes: ["ReportFailure", "SetMessage"]), isLoggedByDefault: true
    ) { (model, request) throws(Reply) in
      (Reply(), try model.reportFailure(request.call, request.now))
    },
    Method(name: "AppendLog", parameters: ["lines"]) { (model, request) throws(Reply) in
      try model.appendLog(request.call, request.now)
      return (Reply(), .redraw)
    },
    Method(name: "GetState", parameters: []) { (model, request) throws(Reply) in
      (model.state(request.status, at: request.now), .none)
    },
    Method(name: "Monitor", parameters: []) { (_, request) throws(Reply) in
      guard request.call.wantsMore else { throw Reply(error: "org.varlink.service.ExpectedMore") }
      return (Reply(), .reply(.monitor))
    },
    Method(name: "Screenshot", parameters: ["output"]) { (_, request) throws(Reply) in
      (Reply(), .reply(.screenshot(output: try request.call.text("output"))))
    },
    Method(name: "ListLoaders", parameters: []) { (_, _) throws(Reply) in (ScreenModel.loaderList, .none) },
    Method(name: "ListOutputs", parameters: []) { (model, request) throws(Reply) in
      let status = request.status, loaderScale = model.screen.scale
      let reply = Reply { list in
        list.add("outputs", objects: status.outputs.count) { index, object in
          status.describe(status.outputs[index], loaderScale: loaderScale, inFull: true, in: &object)
        }
      }
      return (reply, .none)
    },
    Method(name: "GetTimeline", parameters: []) { (_, _) throws(Reply) in (Reply(), .reply(.timeline)) },
    // The call journal records in a member of its own whether the display session is released.
    Method(
      name: "Yield", parameters: ["text", "lease"], scope: .screen, journal: .lending, isLoggedByDefault: true
    ) { (_, request) throws(Reply) in
      let isLease = try request.call.flag("lease")
      if try request.call.flag("text") { return (Reply(), .lend(lease: isLease)) }
      if isLease { throw .invalidParameter("lease", "only with text") }
      return (Reply(), .yield)
    },
    Method(name: "Resume", parameters: [], scope: .screen, journal: .supersedes(["Yield"])) { (_, _) throws(Reply) in
      (Reply(), .resume)
    },
    Method(
      name: "WaitKey", parameters: ["keys", "cancel", "timeout"],
      // The user may type a password for another program.
      mayCall: { call, peer in call["cancel"]?.bool == true || peer.isTrusted }
    ) { (_, _) throws(Reply) in (Reply(), .reply(.wait)) },
    Method(name: "Reload", parameters: []) { (_, _) throws(Reply) in (Reply(), .reply(.reload)) },
    Method(
      name: "Quit", parameters: ["retain", "handover", "restart"], scope: .screen,
      journal: .call(supersedes: ["Quit"]),
      isLoggedByDefault: true
    ) { (_, request) throws(Reply) in
      return (Reply(), .quit(try QuitKind(request.call)))
    },
  ]

  /// The method of a call; nil if it is unknown.
  static func method(of call: Call) -> Method? {
    guard call.method.hasPrefix(ScreenInterface.prefix) else { return nil }
    let start = ScreenInterface.prefix.utf8CodeUnitCount, length = call.method.count - start
    // By index, because an iterator retains each row.
    return all.withUnsafeBufferPointer { methods in
      var index = 0
      while index < methods.count {
        let name = methods[index].name
        if name.utf8CodeUnitCount == length, call.method.continues(after: start, with: name) { return methods[index] }
        index += 1
      }
      return nil
    }
  }
}

extension CallJournal {
  /// Adds a call that succeeded, as its row of the table says.
  mutating func note(_ call: Call, at time: Int64, reader: Peer? = nil, origin: Origin = .client) {
    if let method = MethodTable.method(of: call) {
      note(call, by: method.journal, at: time, reader: reader, origin: origin)
    }
  }

  /// Takes over what a predecessor has left.
  mutating func note(_ predecessor: CallJournal) {
    note(predecessor) { MethodTable.method(of: $0)?.journal ?? .nothing }
  }
}
