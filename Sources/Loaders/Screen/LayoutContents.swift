import Scene
import Support

extension Layout {
  /// What a screen shows, from top to bottom.
  public enum Element: Int, CaseIterable, Sendable {
    /// The parts of the column, then those at the lower edge.
    case logo, loader, title, subtitle, bar, percent, status, hint, message, watermark
  }

  /// What is to be placed.
  struct Contents {
    var loader: AnyLoader?
    var hasBar = false
    /// Empty for none.
    var texts = ByElement<Bytes>("")
    /// The natural size of a picture.
    var pictures = ByElement<Size?>(nil)
    let style: ScreenStyle
  }
}
