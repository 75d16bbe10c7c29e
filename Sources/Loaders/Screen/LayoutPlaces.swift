import Scene
import Text

/// Where the elements of a screen are, in which size, and how much of each is shown.
struct LayoutPlaces {
  /// The box in points; nil if there is nothing to show or no room.
  var boxes = Layout.ByElement<Area?>(nil)
  /// How the text is set, from back to front; more than one while one replaces another.
  var texts = Layout.ByElement<[TextPlacement]>([])
  /// How the loader is drawn, from back to front; more than one while one size replaces another.
  var loaders = [LoaderPlacement()]
  /// The loader's own pixels per point as a factor of those of the context; 1 unless it leaves a screen with another
  /// scale.
  var zoom = 1.0
  /// Whether the texts of the loader are shortened.
  var isLoaderShortened = false
  /// How much is shown, 0…1, while an element is left out or comes back for the sake of room.
  var presences = Layout.ByElement(1.0)
  /// Whether the box is the old one of what there is no room for any more.
  var leaving = Layout.ByElement(false)
  /// The context in which everything is drawn.
  var context: Context
  /// Pixels per point without a transition, and on the way from one layout to another between theirs.
  var scale: Double

  init(_ context: Context) {
    self.context = context
    scale = context.scale
  }

  /// The factor by which the loader is made smaller.
  var loaderFactor: Double { loaders.last?.factor ?? 1 }
}
