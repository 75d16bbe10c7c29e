import Loaders
import Support
import Raster
import Scene
import Progress

/// Something to be seen, unless something newer covers it: a loader with its lines and its progress, and whose it is.
struct StackEntry {
  /// 0 is the one that stays; those below are ours.
  let id: Int
  /// The connection that it goes with; nil for the one that stays.
  let owner: Int?
  var loader: AnyLoader?
  /// What was said to be shown.
  var text: Bytes?
  /// Whether it is what the theme shows by itself, which changes with the mode.
  var isThemed = false
  /// What the theme has set of its loader.
  var parameters: [(name: Bytes, text: Bytes)] = []
  /// When its loader was shown.
  var began = Time.zero
  /// Counts the loaders, so that a new one is told from the old.
  var serial = 0
  var scheme = Scheme.dark
  var background: Backdrop?
  var status: Bytes?
  var work: ProgressModel?

  static var failure: Int { -1 }
  static var console: Int { -2 }

  init(id: Int, owner: Int?) { (self.id, self.owner) = (id, owner) }
}
