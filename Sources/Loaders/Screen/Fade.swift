import Scene
import Support

/// The times at which something on the screen comes and leaves, on the screen's clock. Fading in takes 0.5 s.
struct Fade {
  /// When fading in starts.
  let appeared: Time
  /// When fading out starts; nil for what has no end.
  var leaves: Time?
  /// False for what is opaque at once.
  let fadesIn: Bool
  /// From when on it has a place in the layout; nil for what came without a transition.
  var takesRoomSince: Time?
  /// How long fading out takes.
  let outTime: Time

  /// The product of fading in and fading out, 0…1.
  func opacity(at moment: Moment) -> Double {
    let fadedIn = fadesIn ? Easing.easeOut(moment.progress(from: appeared, over: Fade.inTime)) : 1
    guard let leaves else { return fadedIn }
    return fadedIn * (1 - Easing.easeInOut(moment.progress(from: leaves, over: outTime)))
  }

  /// Whether it has a place in the layout at `time`. What fades out has none: the others move there meanwhile.
  func takesRoom(at time: Time) -> Bool {
    takesRoomSince.map { $0 <= time } ?? true && leaves.map { time < $0 } ?? true
  }

  /// How long fading in takes.
  static var inTime: Time { Time(seconds: 0.5) }
  /// How long fading out takes where nothing else is said.
  static var outTime: Time { Time(seconds: 0.2) }
}
