import DaemonCore
import Loaders
import Progress
import Raster
import Scene
import Support
import Varlink

/// One entry of the stack: a loader with its text lines and progress, and the connection that it belongs to.
struct StackEntry {
  /// 0 is the persistent entry; overlays have negative ids.
  let id: Int
  /// The connection with which it ends; nil for the persistent entry and for overlays.
  let owner: Int?
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

  static var failure: Int { -1 }
  static var logScreen: Int { -2 }

  init(id: Int, owner: Int?) {
    self.id = id
    self.owner = owner
  }
}
