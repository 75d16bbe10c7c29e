internal import CLinux

/// An event loop on epoll(7) for one thread.
///
/// A handler may watch and forget any descriptor, its own included. A handler that was forgotten is not called again,
/// even for an event that epoll has already reported.
public final class EventLoop {
  /// Identifies a watched descriptor. A token of a forgotten descriptor is never valid again.
  public struct Token: Equatable {
    let slot: UInt32
    let generation: UInt32
  }

  /// What epoll has reported for a descriptor.
  public struct Events {
    /// EPOLLIN, and EPOLLOUT.
    public let isReadable, isWritable: Bool
    /// EPOLLHUP or EPOLLERR: the other end has closed, or there is an error.
    public let isClosed: Bool
  }

  /// What is to be done after a batch of events: nothing, the next frame, or whatever the program does.
  public enum Work: Comparable { case nothing, frame, all }

  /// A watched descriptor, or a free place.
  private struct Slot {
    /// Incremented when the descriptor is forgotten, so that its token names no later one.
    var generation: UInt32
    var descriptor: FileDescriptor?
    /// The mask of epoll events.
    var interest: UInt32 = 0
    var work = Work.all
    var handler: ((Events) -> Void)?
  }

  private let epoll: FileDescriptor
  private var slots: [Slot] = []
  private var isStopped = false
  /// What the events of the current batch call for.
  public private(set) var work = Work.all

  /// A loop without descriptors. Throws the errno of epoll_create1(2).
  public init() throws(SystemError) {
    epoll = FileDescriptor(owning: try system("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    linux_close_waiting()  // what was closed since the last loop: a user has 128 inotify instances by default
  }

  /// Calls `handler` while `descriptor` is readable, or, with `urgent`, has an exceptional condition (EPOLLPRI). Keeps
  /// it open until ``forget(_:)``. `work` is what its events call for, unless the handler calls ``require(_:)``. Throws
  /// the errno of epoll_ctl(2): `EPERM` for a regular file.
  public func watch(
    _ descriptor: FileDescriptor, urgent: Bool = false, for work: Work = .all, _ handler: @escaping (Events) -> Void
  ) throws(SystemError) -> Token {
    let index = slots.firstIndex { $0.descriptor == nil } ?? slots.count
    if index == slots.count { slots.append(Slot(generation: 0)) }
    let token = Token(slot: UInt32(index), generation: slots[index].generation)
    slots[index].interest = urgent ? linux_epoll_urgent : linux_epoll_in
    try change(EPOLL_CTL_ADD, descriptor, token, slots[index].interest)
    slots[index].descriptor = descriptor
    slots[index].work = work
    slots[index].handler = handler
    return token
  }

  /// Sets the events for which the handler is called. It is always called for `isClosed`.
  public func want(_ token: Token, reading: Bool, writing: Bool) {
    let interest = (reading ? linux_epoll_in : 0) | (writing ? linux_epoll_out : 0)
    guard let slot = slot(token), let descriptor = slot.descriptor, slot.interest != interest else { return }
    slots[Int(token.slot)].interest = interest
    try? change(EPOLL_CTL_MOD, descriptor, token, interest)  // fails only for an unwatched descriptor
  }

  /// Stops watching a descriptor, and closes it unless it is used elsewhere. Ignores a token that is not valid.
  public func forget(_ token: Token) {
    guard let descriptor = slot(token)?.descriptor else { return }
    try? change(EPOLL_CTL_DEL, descriptor, token, 0)  // fails only for an unwatched descriptor
    slots[Int(token.slot)] = Slot(generation: token.generation &+ 1)
  }

  /// Says that an event of the current batch calls for at least `work`.
  public func require(_ work: Work) { self.work = max(self.work, work) }

  /// Makes ``run(_:)`` return after the current event; the others of its batch are not handled.
  public func stop() { isStopped = true }

  /// Waits for events until ``stop()``. `afterEvents` is called before the first wait and after each batch of events.
  /// Throws the errno of epoll_wait(2).
  public func run(_ afterEvents: () -> Void) throws(SystemError) {
    // Enough for a usual machine; events that do not fit are reported by the next epoll_wait(2).
    var events = [epoll_event](repeating: epoll_event(), count: 128)
    afterEvents()
    while !isStopped {
      linux_reap_killed()
      linux_close_waiting()
      let count = Int(try system("epoll_wait") { epoll_wait(epoll.number, &events, Int32(events.count), -1) })
      work = .nothing
      for index in 0..<count where !isStopped {
        let value = linux_epoll_token(&events[index])
        let token = Token(slot: UInt32(truncatingIfNeeded: value), generation: UInt32(value >> 32))
        guard let slot = slot(token) else { continue }
        let bits = events[index].events, isClosed = bits & linux_epoll_closed != 0
        require(isClosed ? .all : slot.work)
        slot.handler?(
          Events(isReadable: bits & linux_epoll_in != 0, isWritable: bits & linux_epoll_out != 0, isClosed: isClosed))
      }
      afterEvents()
    }
  }

  private func slot(_ token: Token) -> Slot? {
    let slot = slots[Int(token.slot)]
    return slot.generation == token.generation ? slot : nil
  }

  private func change(
    _ operation: Int32, _ descriptor: FileDescriptor, _ token: Token, _ events: UInt32
  ) throws(SystemError) {
    let value = UInt64(token.generation) << 32 | UInt64(token.slot)
    try system("epoll_ctl") { linux_epoll_control(epoll.number, operation, descriptor.number, events, value) }
  }
}
