import DaemonCore
import Display
import Scene
import Support
import System
import Varlink

/// A method of io.loaderd.Screen: a row of `MethodTable`. A class, because a row is large: the code that copies rows
/// took 1.8 kB of the program.
final class Method {
  /// What a call changes.
  enum Scope {
    case nothing
    /// Something that outlives the connection.
    case screen
    /// An entry of the stack, which may be a lease.
    case entry
  }

  typealias Handler = (inout ScreenModel, MethodCall) throws(Reply) -> (reply: Reply, effect: ScreenModel.Effect)

  let name: StaticString
  /// The members that a call may have. `Show` has the parameters of its loader in addition.
  let parameters: [StaticString]
  let scope: Scope
  let journal: CallJournal.Rule
  /// Whether `log = ends` in `[Access]` logs the call and its client.
  let isLoggedByDefault: Bool
  /// Whether it may have parameters of a loader, some of which name files.
  let takesLoaderParameters: Bool
  /// Whether it replaces the loader of the persistent entry or removes it.
  let replacesPersistentEntry: Bool
  /// Whether a client may make this call, in addition to the permissions of the socket and `[Access]`.
  let mayCall: (Call, Peer) -> Bool
  let handler: Handler

  init(
    name: StaticString, parameters: [StaticString], scope: Scope = .nothing, journal: CallJournal.Rule = .nothing,
    isLoggedByDefault: Bool = false, takesLoaderParameters: Bool = false, replacesPersistentEntry: Bool = false,
    mayCall: @escaping (Call, Peer) -> Bool = { _, _ in true }, handler: @escaping Handler
  ) {
    self.name = name
    self.parameters = parameters
    self.scope = scope
    self.journal = journal
    self.isLoggedByDefault = isLoggedByDefault
    self.takesLoaderParameters = takesLoaderParameters
    self.replacesPersistentEntry = replacesPersistentEntry
    self.mayCall = mayCall
    self.handler = handler
  }

  /// Answers a call. Throws for an unknown member, and what the handler throws.
  func answer(
    _ request: MethodCall, in model: inout ScreenModel
  ) throws(Reply) -> (reply: Reply, effect: ScreenModel.Effect) {
    if !takesLoaderParameters { try request.call.allow(parameters) }
    return try handler(&model, request)
  }
}
