public import Notation
public import Raster
public import Scene
import Text

/// Everything on a display: background, a loader in the middle, a status line and a progress bar under it.
public struct Screen {
  public var background: Color
  public var loader: AnyLoader?
  public var status: Bytes
  public var progress: Progress?
  public var scheme: Scheme

  public init(
    background: Color, scheme: Scheme, loader: AnyLoader? = nil, status: Bytes = "", progress: Progress? = nil
  ) {
    (self.background, self.scheme) = (background, scheme)
    (self.loader, self.status, self.progress) = (loader, status, progress)
  }

  /// The marks of a frame of `width` × `height` pixels.
  ///
  /// The loader's own time is `moment`; `progressMoment` is the time since the progress was last set.
  public func marks(
    at moment: Moment, progressMoment: Moment, width: Int32, height: Int32, _ context: Context
  ) -> [Mark] {
    var marks: [Mark] = []
    let screen = Area(0, 0, Double(width) / context.scale, Double(height) / context.scale)
    let margin = min(screen.width, screen.height) * 0.05
    let room = Area(margin, margin, screen.width - 2 * margin, screen.height - 2 * margin)
    var below = screen.height / 2
    if let loader {
      loader.draw(moment, room, context, &marks)
      below += loader.size(room.size, context).height / 2
    }
    below += 24
    if let progress {
      let bar = Area((screen.width - Progress.width) / 2, below, Progress.width, Progress.height)
      progress.body(progressMoment, scheme).draw(in: bar, context, into: &marks)
      below += Progress.height + 16
    }
    if !status.isEmpty {
      let line = Label(status, TextStyle(size: 13)).fill(Color.secondaryLabel(scheme))
      line.place(in: Area(room.x, below, room.width, 0), .top, context, into: &marks)
    }
    return marks
  }
}
