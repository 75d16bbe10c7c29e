import DaemonCore
import Loaders
import Progress
import Raster
import Scene
import Support
import Varlink

/// One entry of the stack, or an overlay above it: a loader with its text lines and progress.
struct StackEntry {
  enum Kind {
    /// The lowest entry of the stack.
    case persistent
    /// An entry that ends with the connection `owner`; the state and calls name it by `id`.
    case lease(id: Int, owner: Int)
    /// The overlay that shows a failure.
    case failure
    /// The overlay that shows the log.
    case logScreen
  }

  let kind: Kind
  var loader: AnyLoader?
  /// The call that has shown the loader; nil if the theme has, or if the call names files, which are not read again.
  var call: Call?
  /// The text of the call; nil if it has none.
  var text: Bytes?
  /// Who has shown its loader. That of the theme changes with the mode; that of loaderd's command line ends with the
  /// mode if the theme has a loader for the next one.
  var origin = CallJournal.Origin.client
  /// The loader's parameters in the theme.
  var parameters: [(name: Bytes, text: Bytes)] = []
  /// When its loader was shown.
  var began = Time.zero
  /// Number of the loader, which distinguishes a new loader from the one before.
  var loaderNumber = 0
  var background: Backdrop?
  var status: Bytes?
  var progress: ProgressModel?

  init(_ kind: Kind) { self.kind = kind }

  var isPersistent: Bool { if case .persistent = kind { true } else { false } }
  var isFailure: Bool { if case .failure = kind { true } else { false } }
  var isLogScreen: Bool { if case .logScreen = kind { true } else { false } }

  /// The number that names it in calls and in the state; 0 for the persistent entry, and nil for an overlay.
  var id: Int? {
    switch kind {
    case .persistent: 0
    case .lease(let id, _): id
    case .failure, .logScreen: nil
    }
  }

  /// The connection with which it ends; nil for the persistent entry and for overlays.
  var owner: Int? { if case .lease(_, let owner) = kind { owner } else { nil } }
}

extension [StackEntry] {
  /// The text of the failure among overlays; nil if there is none.
  var failureText: Bytes? { firstIndex { $0.isFailure }.map { self[$0].text ?? "" } }

  /// Where the loader of the persistent entry comes from.
  var persistentOrigin: CallJournal.Origin { self[0].origin }
}
