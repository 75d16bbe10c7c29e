import ScreenAPI
import Support
import System
import Varlink

/// A connection to `loaderd`, which shows a loader, texts and progress (docs/interface.md).
///
/// Each call blocks until the reply has come. After ``LoaderError/disconnected(reason:)``, make a new client.
public final class LoaderClient {
  /// The socket of the machine's `loaderd`.
  public static var socket: String { String(ScreenInterface.socket) }

  private let client: VarlinkClient

  /// Connects to the socket at a path. `timeout` is how long a call waits for its reply in seconds; 0 is no limit.
  /// Reading files that a loader names takes up to 60 s. From now on, the process ignores SIGPIPE.
  ///
  /// Throws ``LoaderError/noDaemon(reason:)`` if it cannot connect.
  public init(to socket: String = LoaderClient.socket, timeout: Int = 70) throws(LoaderError) {
    Signals.ignoreBrokenPipes()
    do throws(SystemError) {
      client = try VarlinkClient(to: Bytes(socket), timeout: timeout)
    } catch {
      throw .noDaemon(reason: String(error.reason))
    }
  }

  /// Shows a loader, such as `ring`. `parameters` are those of docs/loaders.md, as text: `["size": "64"]`. With `lease`
  /// it is shown as long as this client exists, over what others show.
  ///
  /// Throws `unknownLoader`, `invalidParameter`, or as ``state()``.
  public func show(
    _ loader: String, text: String = "", parameters: KeyValuePairs<String, String> = [:], lease: Bool = false
  ) throws(LoaderError) {
    var members = [JSON.Member("loader", LoaderClient.json(loader))]
    if !text.isEmpty { members.append(JSON.Member("text", LoaderClient.json(text))) }
    if lease { members.append(JSON.Member("lease", .bool(true))) }
    // Names in Varlink have no hyphens.
    for (name, value) in parameters {
      let member = Bytes(name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 })
      members.append(JSON.Member(member, LoaderClient.json(value)))
    }
    _ = try call("Show", members)
  }

  /// Hides the loader. Throws as ``state()``.
  public func hide() throws(LoaderError) { _ = try call("Hide") }

  /// Sets the status line, below the loader and the progress bar: at most 4096 bytes; an empty text clears it. Throws
  /// `invalidParameter` for a longer one, or as ``state()``.
  public func setStatus(_ text: String) throws(LoaderError) {
    _ = try call("SetStatus", [JSON.Member("text", LoaderClient.json(text))])
  }

  /// Sets the message, at the lower edge: at most 4096 bytes; an empty text clears it. It stays for `lifetime` seconds,
  /// 0 to 86400; nil is for ever. Throws `invalidParameter` for other values, or as ``state()``.
  public func setMessage(_ text: String, lifetime: Double? = nil) throws(LoaderError) {
    var members = [JSON.Member("text", LoaderClient.json(text))]
    if let lifetime { members.append(JSON.Member("lifetime", .number(lifetime))) }
    _ = try call("SetMessage", members)
  }

  /// Sets the progress, from 0 to 1; nil is indeterminate. `label` sets the status line. Throws `invalidParameter` for
  /// another value, or as ``state()``.
  public func setProgress(_ value: Double?, label: String? = nil) throws(LoaderError) {
    var members = [JSON.Member("value", value.map { .number($0) } ?? .null)]
    if let label { members.append(JSON.Member("label", LoaderClient.json(label))) }
    _ = try call("SetProgress", members)
  }

  /// What is shown now.
  ///
  /// Throws `disconnected`, `notPermitted`, `tooManyClients`, or `refused`.
  public func state() throws(LoaderError) -> LoaderState { LoaderState(try call("GetState")) }

  /// Ends `loaderd`. With `retain`, the picture stays until another program draws. Throws as ``state()``.
  public func quit(retain: Bool = false) throws(LoaderError) {
    _ = try call("Quit", [JSON.Member("retain", .bool(retain))])
  }

  private func call(_ method: StaticString, _ members: [JSON.Member] = []) throws(LoaderError) -> Reply {
    let reply: Reply
    do throws(SystemError) {
      reply = try client.call(Call(screen: Bytes(method), members: members))
    } catch {
      throw .disconnected(reason: String(error.reason))
    }
    if let error = LoaderError(reply) { throw error }
    return reply
  }

  private static func json(_ text: String) -> JSON { .string(Bytes(text)) }
}
