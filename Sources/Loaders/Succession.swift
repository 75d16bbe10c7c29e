public import Scene

/// One place on the screen whose content changes: what comes fades in while what was there fades out.
public struct Succession<Content> {
  /// Something that is or was there, on the clock of the screen.
  struct Presence {
    let content: Content
    /// When its own time began; it may have come later, or again.
    let since: Time
    let came: Time
    /// When it began to leave; nil while it stays.
    var left: Time?
    /// Whether it fades in.
    let fadesIn: Bool

    func opacity(at moment: Moment) -> Double {
      let coming = fadesIn ? Easing.easeOut(moment.progress(from: came, over: Presence.arrival)) : 1
      guard let left else { return coming }
      return coming * (1 - Easing.easeOut(moment.progress(from: left, over: Presence.departure)))
    }

    static var arrival: Time { Time(seconds: 0.5) }
    static var departure: Time { Time(seconds: 0.2) }
  }

  private(set) var presences: [Presence] = []

  public init() {}

  /// What is there and stays.
  public var current: Content? { presences.last.flatMap { $0.left == nil ? $0.content : nil } }
  public var since: Time? { presences.last.flatMap { $0.left == nil ? $0.since : nil } }

  /// What is there at a time and has not begun to leave.
  public func current(at time: Time) -> Content? {
    presences.last.flatMap { ($0.left.map { time < $0 } ?? true) ? $0.content : nil }
  }

  /// Puts something there, or nothing, at a time of the screen's clock; without fading at once. After its lifetime it leaves by itself.
  /// `fadingIn` is for what comes, where that differs; `began` is for what was there before and goes on.
  public mutating func replace(
    with content: Content?, at time: Time, fading: Bool, fadingIn: Bool? = nil, began: Time? = nil,
    for lifetime: Time? = nil
  ) {
    if fading { settle(at: time) } else { presences = [] }
    for index in presences.indices { presences[index].left = min(presences[index].left ?? time, time) }
    if let content {
      presences.append(
        Presence(
          content: content, since: began ?? time, came: time, left: lifetime.map { time + $0 },
          fadesIn: fadingIn ?? fading))
    }
    if presences.count > 4 { presences.removeFirst() }  // somebody calls faster than anybody can see
  }

  /// Lets go what has left.
  public mutating func settle(at time: Time) {
    presences.removeAll { $0.left.map { time >= $0 + Presence.departure } ?? false }
  }

  /// Puts something else in the place of what is there, as if it had been there all the time.
  public mutating func exchange(_ content: Content) {
    guard let last = presences.last, last.left == nil else { return }
    presences[presences.count - 1] = Presence(
      content: content, since: last.since, came: last.came, left: nil, fadesIn: last.fadesIn)
  }

  /// Each that can be seen, with its opacity; those behind first.
  func visible(at moment: Moment) -> [(presence: Presence, opacity: Double)] {
    presences.map { ($0, $0.opacity(at: moment)) }.filter { $0.1 > 0 || $0.0.left == nil }
  }
}
