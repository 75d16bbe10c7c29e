import System
import Loaders
import ScreenAPI
import Support
import Varlink

/// Calls of the daemon, as the commands make them.
extension Invocation {
  /// Waits `timeout` seconds for each reply, or for ever when it is 0.
  func connect(timeout: Int = 10) throws(Failure) -> VarlinkClient {
    do throws(SystemError) {
      return try VarlinkClient(to: socket, timeout: timeout)
    } catch {
      throw Failure(connecting: error, to: socket)
    }
  }

  /// Calls a method and waits for its reply.
  func call(
    _ method: Bytes, _ parameters: [JSON.Member] = [], on client: VarlinkClient? = nil,
    passing file: FileDescriptor? = nil
  ) throws(Failure) -> Reply {
    guard let client else { return try self.call(method, parameters, on: try connect(), passing: file) }
    let call = Call(screen: method, members: Invocation.addressed(method, parameters)), reply: Reply
    do throws(SystemError) {
      reply = try client.call(call, passing: file)
    } catch {
      throw .failed("\(socket): \(error.isTimeout ? "loaderd does not answer" : error.reason)")
    }
    if reply.error != nil { throw .refused(reply) }
    return reply
  }

  /// Calls a method that changes the picture, and says so where nobody can see that.
  func change(_ method: Bytes, _ parameters: [JSON.Member] = []) throws(Failure) {
    let client = try connect()
    _ = try call(method, parameters, on: client)
    warnIfInvisible(client)
  }

  /// Says that what was changed is not visible, where the display is another program's.
  func warnIfInvisible(_ client: VarlinkClient) {
    // A daemon that has gone meanwhile has done what was asked.
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

  /// Within a command that `loaderctl run` started, it is about what that one shows.
  static func addressed(_ method: Bytes, _ parameters: [JSON.Member]) -> [JSON.Member] {
    guard ["SetStatus", "SetProgress", "Hide"].contains(method),
      let id = Environment["LOADERD_SHOW"].flatMap(Decimal.integer)
    else { return parameters }
    return parameters + [JSON.Member("show", .integer(id))]
  }

  /// A text that the daemon would take.
  static func line(_ text: Bytes) throws(Failure) -> JSON {
    .string(try checkedParameter { () throws(ParameterError) in try Catalog.clean(text) })
  }

  /// Those texts that were given.
  static func members(_ texts: [(name: Bytes, text: Bytes?)]) throws(Failure) -> [JSON.Member] {
    var members: [JSON.Member] = []
    for (name, text) in texts {
      if let text { members.append(JSON.Member(name, try line(text))) }
    }
    return members
  }
}
