public import Notation
public import Raster
public import Scene
import Text

/// Everything on a display: background, a loader in the middle, a progress bar and a status line under it, a message below.
///
/// Its times are on one clock, whose instants are given when it is drawn.
public struct Screen {
  public var background: Backdrop
  public var scheme: Scheme
  /// Above the loader.
  public var logo: Artwork?
  /// A round display shows only what is within its circle.
  public var isRound = false
  public var loader = Succession<AnyLoader>()
  public var status = Succession<Bytes>()
  public var message = Succession<Bytes>()
  public var progress: Progress?
  /// What the screen is for, between the loader and the bar, and what to mind; empty shows none.
  public var title = Bytes(), subtitle = Bytes()
  /// The line under the status line.
  public var note = Note()

  public init(background: Backdrop, scheme: Scheme) { (self.background, self.scheme) = (background, scheme) }

  /// The loader's own time at an instant of the screen's clock, in whole milliseconds: frames that were shown can be drawn again.
  public static func age(of start: Time, at time: Time) -> Time {
    Time(nanoseconds: max(0, (time - start).nanoseconds) / 1_000_000 * 1_000_000)
  }

  /// The marks of a frame of `width` × `height` pixels.
  public func marks(at moment: Moment, width: Int32, height: Int32, _ context: Context) -> [Mark] {
    var marks: [Mark] = []
    let screen = Area(0, 0, Double(width) / context.scale, Double(height) / context.scale)
    background.draw(on: screen, context, into: &marks)
    let room = safeArea(of: screen)
    var below = screen.height / 2
    for (presence, opacity) in loader.visible(at: moment) {
      let loader = presence.content
      let shown = moment.later(
        moment.time - Screen.age(of: presence.since, at: moment.time),
        progress: loader.showsProgress ? progress?.value(at: moment) : nil)
      var end = below
      marks.addGroup(opacity: opacity) { end = draw(loader, shown, on: screen, room, context, &$0) }
      below = end
    }
    if let logo { draw(logo, above: screen.height - below, in: room, context, &marks) }
    below += 24
    if loader.current?.standsAlone != true {
      below += draw(
        title, TextStyle(size: 17, weight: 600, lineLimit: 2), Color.label(scheme), below, room, context, &marks)
      below += draw(subtitle, Screen.small, Color.secondaryLabel(scheme), below, room, context, &marks)
    }
    if let progress, loader.current?.showsProgress != true {
      let bar = Area((screen.width - Progress.width) / 2, below, Progress.width, Progress.height)
      progress.body(moment, scheme).draw(in: bar, context, into: &marks)
      below += Progress.height + 16
    }
    draw(status, at: moment, in: Area(room.x, below, room.width, 0), .top, context, &marks)
    if let status = status.current { below += Label(status, Screen.small).size(offered: room.size, context).height + 4 }
    _ = draw(note.text(at: moment), Screen.small, Color.secondaryLabel(scheme), below, room, context, &marks)
    draw(message, at: moment, in: room, .bottom, context, &marks)
    return marks
  }

  /// What nothing cuts: a margin of a twentieth; on a round display the square within its circle.
  private func safeArea(of screen: Area) -> Area {
    let side = min(screen.width, screen.height)
    if isRound { return screen.aligned(Size(side * 0.7, side * 0.7)) }
    return screen.aligned(Size(screen.width - 0.1 * side, screen.height - 0.1 * side))
  }

  /// Puts the logo into the middle of what is free above the loader, smaller if it is too large.
  private func draw(
    _ logo: Artwork, above top: Double, in room: Area, _ context: Context, _ marks: inout [Mark]
  ) {
    let free = Area(room.x, room.y, room.width, max(0, top - room.y - 16))
    let factor = min(1, free.width / max(1, logo.size.width), free.height / max(1, logo.size.height))
    let size = Size(logo.size.width * factor, logo.size.height * factor)
    Image(logo).draw(in: free.aligned(size), context, into: &marks)
  }

  /// Draws a loader in the middle, or on all of the screen; smaller if it is too large. Returns where it ends.
  private func draw(
    _ loader: AnyLoader, _ moment: Moment, on screen: Area, _ room: Area, _ context: Context, _ marks: inout [Mark]
  ) -> Double {
    var inner = context
    if loader.fillsScreen {
      let least = loader.size(.unlimited, context)
      let factor = min(1, screen.height / max(1, least.height))
      inner.scale(by: factor, about: screen)
      loader.draw(moment, screen.resized(by: 1 / factor), inner, &marks)
      return screen.height * 0.86
    }
    let size = loader.size(room.size, context)
    let factor = min(1, room.width / max(1, size.width), room.height / max(1, size.height))
    inner.scale(by: factor, about: room)
    loader.draw(moment, room.aligned(size), inner, &marks)
    return room.y + room.height / 2 + size.height * factor / 2
  }

  private static var small: TextStyle { TextStyle(size: 13, lineLimit: 2) }

  /// Draws a text under what is above; returns how much room it takes.
  private func draw(
    _ text: Bytes, _ style: TextStyle, _ color: Color, _ below: Double, _ room: Area, _ context: Context,
    _ marks: inout [Mark]
  ) -> Double {
    if text.isEmpty { return 0 }
    let label = Label(text, style)
    label.fill(color).place(in: Area(room.x, below, room.width, 0), .top, context, into: &marks)
    return label.size(offered: room.size, context).height + (style.size > 13 ? 4 : 16)
  }

  private func draw(
    _ line: Succession<Bytes>, at moment: Moment, in area: Area, _ alignment: UnitPoint, _ context: Context,
    _ marks: inout [Mark]
  ) {
    for (presence, opacity) in line.visible(at: moment) {
      Label(presence.content, Screen.small).fill(Color.secondaryLabel(scheme)).fade(opacity)
        .place(in: area, alignment, context, into: &marks)
    }
  }
}
