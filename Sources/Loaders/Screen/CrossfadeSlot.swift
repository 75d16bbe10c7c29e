import Scene
public import Support

/// A place on the screen whose content can be replaced: the new content fades in while the old content fades out.
///
/// Times are on the screen's clock. Fading in takes 0.5 s.
public struct CrossfadeSlot<Content> {
  /// One content with the times of its life.
  struct CrossfadeItem {
    let content: Content
    /// The origin of the content's animation time. It may lie before `appeared`, for content that is shown again.
    let since: Time
    /// When it comes and leaves.
    var fade: Fade

    /// When it has faded out, and the others have taken its place; nil if it stays.
    var finishTime: Time? { fade.leaves.map { $0 + max(fade.outTime, Fade.outTime) } }
  }

  /// The contents that can still be visible, oldest first.
  private(set) var items: [CrossfadeItem] = []

  /// An empty slot.
  public init() {}

  /// The content that has no end; nil if there is none.
  public var current: Content? { items.last.flatMap { $0.fade.leaves == nil ? $0.content : nil } }
  /// The origin of the animation time of `current`; nil if there is none.
  public var since: Time? { items.last.flatMap { $0.fade.leaves == nil ? $0.since : nil } }

  /// The content at `time` that has not started to fade out; nil if there is none.
  public func current(at time: Time) -> Content? { items.last { $0.fade.takesRoom(at: time) }?.content }

  /// Calls `body` with the times of each content, oldest first.
  func forEachFade(_ body: (Fade) -> Void) {
    for index in items.indices { body(items[index].fade) }
  }

  /// Replaces the content at `time`; nil empties the slot.
  ///
  /// - Parameters:
  ///   - content: The new content; nil for none.
  ///   - time: The time of the change, on the screen's clock.
  ///   - fading: True if the old content fades out and, unless `fadingIn` is given, the new one fades in.
  ///   - fadingIn: True if the new content fades in; nil follows `fading`.
  ///   - began: The origin of the animation time, for content that was shown before and continues; nil is `time`.
  ///   - fadeOut: How long the new content fades out when it leaves; nil is 0.2 s.
  ///   - lifetime: The content fades out by itself after this time; nil keeps it.
  public mutating func replace(
    with content: Content?, at time: Time, fading: Bool, fadingIn: Bool? = nil, began: Time? = nil,
    fadeOut: Time? = nil, for lifetime: Time? = nil
  ) {
    if fading { removeFinished(at: time) } else { items = [] }
    items.removeAll { $0.fade.fadesIn && $0.fade.appeared == time }  // it has never been seen
    for index in items.indices { items[index].fade.leaves = min(items[index].fade.leaves ?? time, time) }
    if let content {
      items.append(
        CrossfadeItem(
          content: content, since: began ?? time,
          fade: Fade(
            appeared: time, leaves: lifetime.map { time + $0 }, fadesIn: fadingIn ?? fading,
            takesRoomSince: fading ? time : nil, outTime: fadeOut ?? Fade.outTime)))
    }
    if items.count > 4 {  // bounds memory and drawing time for clients that call very often
      let oldest = items.removeFirst().fade
      if oldest.leaves == items[0].fade.takesRoomSince { items[0].fade.takesRoomSince = oldest.takesRoomSince }
    }
  }

  /// Records when a content comes or leaves.
  func recordChanges(in moment: Moment) { for item in items { _ = item.fade.opacity(at: moment) } }

  /// From when on `removeFinished` has something to release; nil if nothing leaves.
  var finishTime: Time? { items.compactMap { $0.finishTime }.min() }

  /// Releases the contents that have faded out by `time`, and whose place the others have taken.
  public mutating func removeFinished(at time: Time) {
    items.removeAll { $0.finishTime.map { $0 <= time } ?? false }
  }

  /// Replaces the content at a later time, if nothing else does before.
  mutating func schedule(_ content: Content, at time: Time) {
    for index in items.indices { items[index].fade.leaves = min(items[index].fade.leaves ?? time, time) }
    items.append(
      CrossfadeItem(
        content: content, since: time,
        fade: Fade(appeared: time, leaves: nil, fadesIn: true, takesRoomSince: time, outTime: Fade.outTime)))
  }

  /// Takes back what is scheduled for later than `time`.
  mutating func cancelSchedule(after time: Time) {
    guard let last = items.last?.fade, last.appeared > time else { return }
    items.removeLast()
    if let before = items.last?.fade.leaves, before == last.appeared { items[items.count - 1].fade.leaves = nil }
  }

  /// Changes `current` without fading, as `replaceContent`. A first content comes and a last one leaves as in
  /// `replace`.
  mutating func change(to content: Content?, at time: Time, fading: Bool) {
    if let content, current != nil { return replaceContent(with: content) }
    if content != nil || current != nil { replace(with: content, at: time, fading: fading) }
  }

  /// Replaces `current` without fading and keeps its times, for content that changes while it is shown (a log).
  public mutating func replaceContent(with content: Content) {
    guard let last = items.last, last.fade.leaves == nil else { return }
    items[items.count - 1] = CrossfadeItem(content: content, since: last.since, fade: last.fade)
  }

  /// Replaces `current` without fading by content that starts at `time`, and fades out after `lifetime`.
  mutating func replaceContent(with content: Content, at time: Time, for lifetime: Time) {
    guard let last = items.last, last.fade.leaves == nil else { return }
    let fade = Fade(
      appeared: last.fade.appeared, leaves: time + lifetime, fadesIn: last.fade.fadesIn,
      takesRoomSince: last.fade.takesRoomSince, outTime: Fade.outTime)
    items[items.count - 1] = CrossfadeItem(content: content, since: time, fade: fade)
  }

  /// The visible contents with their opacity (0…1), from back to front.
  func visible(at moment: Moment) -> [(item: CrossfadeItem, opacity: Double)] {
    var visible: [(item: CrossfadeItem, opacity: Double)] = []
    for item in items {
      let opacity = item.fade.opacity(at: moment)
      if opacity > 0 { visible.append((item, opacity)) }
    }
    return visible
  }
}

extension CrossfadeSlot<Bytes> {
  /// Replaces a text at `time`, if it changes. With `fading`, a text that fades in does so to the end before another
  /// one replaces it; of several that come meanwhile, the last one does. A line that changes often is readable then.
  public mutating func update(with text: Bytes?, at time: Time, fading: Bool) {
    if text == current { return }
    cancelSchedule(after: time)
    if text == current { return }
    guard fading, let text, let last = items.last?.fade, last.leaves == nil, last.fadesIn, last.appeared < time,
      time < last.appeared + Fade.inTime
    else { return replace(with: text, at: time, fading: fading) }
    removeFinished(at: time)
    schedule(text, at: last.appeared + Fade.inTime)
  }
}
