import Loaders
import ScreenAPI
import Support
import System
import Varlink

/// Calls of loaderd.
extension Invocation {
  /// Seconds to wait for the reply of a call for which loaderd reads or writes files: more than its workers have.
  static var fileTimeout: Int { 70 }
  /// Seconds for the reply to any other call.
  static var timeout: Int { 10 }

  /// Connects to the socket. Calls wait up to `timeout` seconds for a reply; 0 is no limit.
  /// A daemon that has ended on request is started again by socket activation only if `isStarting`, as for a call that
  /// shows something, and never with `--if-running`.
  func connect(timeout: Int = Invocation.timeout, isStarting: Bool = false) throws(CommandError) -> VarlinkClient {
    if !isStarting || allowsMissingDaemon, File.exists(SocketCompanion.ended.path(beside: socket)) {
      throw .noDaemon(socket)
    }
    do throws(SystemError) {
      return try VarlinkClient(to: socket, timeout: timeout)
    } catch {
      throw CommandError(connecting: error, to: socket)
    }
  }

  /// Calls a method of io.loaderd.Screen and waits for its reply, on a new connection when `client` is nil. Throws when
  /// loaderd does not answer, or replies with an error.
  func call(
    _ method: Bytes, _ parameters: [JSON.Member] = [], on client: VarlinkClient? = nil,
    passing file: FileDescriptor? = nil
  ) throws(CommandError) -> Reply {
    var client = client
    return try call(method, parameters, on: &client, passing: file)
  }

  /// Calls a method on `client`, or if it is nil, on a new connection, which it becomes. A loaderd that hands over to
  /// its successor closes the connections whose calls it has not read: on a new connection, the call is made once more,
  /// if there is a successor.
  private func call(
    _ method: Bytes, _ parameters: [JSON.Member], on client: inout VarlinkClient?, timeout: Int = Invocation.timeout,
    isStarting: Bool = false, passing file: FileDescriptor? = nil
  ) throws(CommandError) -> Reply {
    let isOfLoader = ["SetStatus", "SetProgress", "Hide"].contains(method)
    let call = try Call(screen: method, members: parameters + (isOfLoader ? Invocation.leaseID : []))
    let isNew = client == nil, connection: VarlinkClient
    if let client { connection = client } else { connection = try connect(timeout: timeout, isStarting: isStarting) }
    client = connection
    let reply: Reply
    do throws(SystemError) {
      reply = try connection.call(call, passing: file)
    } catch {
      guard isNew, error.isDisconnection, let next = try? connect(timeout: timeout, isStarting: isStarting),
        let second = try? next.call(call, passing: file)
      else { throw .failed("\(socket): \(error.isTimeout ? "loaderd does not answer" : error.reason)") }
      (client, reply) = (next, second)
    }
    // A loader that is gone needs no change: the command of `loaderctl run` cannot know that loaderd was started again.
    if reply.error != nil, !reply.isOfMissingLoader { throw .refused(reply) }
    return reply
  }

  /// Calls a method that changes the picture; warns when the picture is not visible. `timeout` is in seconds.
  func change(_ method: Bytes, _ parameters: [JSON.Member] = [], timeout: Int = Invocation.timeout) throws(CommandError)
  {
    var client: VarlinkClient?
    _ = try call(method, parameters, on: &client, timeout: timeout, isStarting: true)
    if let client { warnIfInvisible(client) }
  }

  /// Warns when the picture is not visible because another program has the display.
  func warnIfInvisible(_ client: VarlinkClient) {
    // The call itself succeeded: a daemon that has ended since is no error.
    guard let state = try? call("GetState", on: client) else { return }
    let warning: Bytes
    if state["yielded"]?.bool == true {
      warning = "the display was given up: nothing is visible until `loaderctl resume`"
    } else if state["output"]?["state"] == "aside" {
      warning = "another program has the display: nothing is visible until it ends, or until `loaderctl resume`"
    } else {
      return
    }
    if isJSON { answer(["warning": .string(warning)]) } else { StandardStreams.error("loaderctl: \(warning)") }
  }

  /// The id of the loader that `loaderctl run` shows, when this process was started by its command; else empty. Throws
  /// for a value that is not a number: the call would change what is below that loader.
  static var leaseID: [JSON.Member] {
    get throws(CommandError) {
      guard let text = Environment["LOADERD_SHOW"], !text.isEmpty else { return [] }
      guard let number = Decimal.double(text) else {
        throw .usage("LOADERD_SHOW: \(quoted: text) is not the number of a loader; unset it")
      }
      return [JSON.Member("show", .number(number))]
    }
  }

  /// A text, checked as the daemon does: valid UTF-8 of at most 4 KiB. Throws otherwise; `name` is what the text is
  /// of, in the error.
  static func validatedText(_ text: Bytes, of name: Bytes = "text") throws(CommandError) -> JSON {
    do { return .string(try Catalog.clean(text)) } catch { throw .usage("\(name): \(error.reason)") }
  }

  /// The members for those texts that were given.
  static func textMembers(_ texts: [(name: Bytes, text: Bytes?)]) throws(CommandError) -> [JSON.Member] {
    var members: [JSON.Member] = []
    for (name, text) in texts {
      if let text { members.append(JSON.Member(name, try validatedText(text, of: name))) }
    }
    return members
  }
}

extension Reply {
  /// Whether the loader of ``Invocation/leaseID`` is gone.
  var isOfMissingLoader: Bool { error == "io.loaderd.Screen.InvalidParameter" && self["name"] == "show" }
}
