internal import CLinux

/// Waits for file descriptors and calls who asked. One thread, one loop.
///
/// A handler may watch and forget anything, itself included: a source that was forgotten is not called again,
/// even for an event that the kernel has already reported.
public final class EventLoop {
  /// Names a watched descriptor; outlives it safely.
  public struct Token: Equatable {
    let slot: UInt32
    let generation: UInt32
  }

  public struct Events {
    public let isReadable, isWritable: Bool
    /// The other end has gone.
    public let isClosed: Bool
  }

  private struct Slot {
    var generation: UInt32
    var descriptor: FileDescriptor?
    /// Events that it is watched for.
    var interest: UInt32 = 0
    var handler: ((Events) -> Void)?
  }

  private let epoll: FileDescriptor
  private var slots: [Slot] = []
  private var isStopped = false

  public init() throws(SystemError) {
    epoll = FileDescriptor(owning: try system("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
  }

  /// Calls `handler` when `descriptor` can be read, or is urgent, and keeps it open until it is forgotten.
  public func watch(
    _ descriptor: FileDescriptor, urgent: Bool = false, _ handler: @escaping (Events) -> Void
  ) throws(SystemError) -> Token {
    let index = slots.firstIndex { $0.descriptor == nil } ?? slots.count
    if index == slots.count { slots.append(Slot(generation: 0)) }
    let token = Token(slot: UInt32(index), generation: slots[index].generation)
    slots[index].interest = (urgent ? EPOLLPRI : EPOLLIN).rawValue
    try change(EPOLL_CTL_ADD, descriptor, token, slots[index].interest)
    slots[index].descriptor = descriptor
    slots[index].handler = handler
    return token
  }

  /// What to call the handler for; the other end's going always counts.
  public func want(_ token: Token, reading: Bool, writing: Bool) {
    let interest = (reading ? EPOLLIN.rawValue : 0) | (writing ? EPOLLOUT.rawValue : 0)
    guard let slot = slot(token), let descriptor = slot.descriptor, slot.interest != interest else { return }
    slots[Int(token.slot)].interest = interest
    try? change(EPOLL_CTL_MOD, descriptor, token, interest)  // fails only for what is not watched
  }

  public func forget(_ token: Token) {
    guard let descriptor = slot(token)?.descriptor else { return }
    try? change(EPOLL_CTL_DEL, descriptor, token, 0)  // the same
    slots[Int(token.slot)] = Slot(generation: token.generation &+ 1)
  }

  public func stop() { isStopped = true }

  /// Returns after `stop`. `turn` runs after each batch of events, and first of all.
  public func run(_ turn: () -> Void) throws(SystemError) {
    // More than are ever watched: what is urgent waits for no second batch.
    var events = [epoll_event](repeating: epoll_event(), count: 128)
    turn()
    while !isStopped {
      let count = Int(try system("epoll_wait") { epoll_wait(epoll.number, &events, Int32(events.count), -1) })
      for index in 0..<count {
        let value = linux_epoll_token(&events[index])
        let token = Token(slot: UInt32(truncatingIfNeeded: value), generation: UInt32(value >> 32))
        let bits = events[index].events
        slot(token)?.handler?(
          Events(
            isReadable: bits & EPOLLIN.rawValue != 0, isWritable: bits & EPOLLOUT.rawValue != 0,
            isClosed: bits & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0))
      }
      turn()
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
    try system("epoll_ctl") { linux_epoll_change(epoll.number, operation, descriptor.number, events, value) }
  }
}
