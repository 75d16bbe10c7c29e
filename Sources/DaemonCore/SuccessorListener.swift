import Display
import ScreenAPI
import Support
import System

/// Passes the display to a successor: the other end of `Predecessor`.
package final class SuccessorListener {
  /// The hand-over socket, and its path.
  private let socket: FileDescriptor
  private let path: Bytes
  /// The inode of the socket's file at the start: another loaderd can replace the file by its own.
  private let inode: UInt64?
  private let listener: Listener

  /// Listens at the hand-over socket beside `address`, or at `inherited`, the one of the predecessor. `perform` is
  /// called with each connection of root or our own user, once `isReady` returns true. Nil if the socket cannot be
  /// made: then there is no hand-over.
  package init?(
    beside address: Bytes, inherited: FileDescriptor?, _ loop: EventLoop,
    isReady: @escaping () -> Bool = { true }, perform: @escaping (FileDescriptor) -> Void
  ) {
    let path = SocketCompanion.handover.path(beside: address)
    guard !path.isEmpty, let socket = inherited ?? (try? Socket.listeningPrivately(at: path))
    else { return nil }
    self.socket = socket
    self.path = path
    inode = File.inode(of: path)
    // One connection at a time: later ones stay in the queue for the successor, which gets the socket.
    listener = Listener(loop, batch: 1, isReady: isReady) { connection in
      if (try? Peer(of: connection))?.isTrusted == true { perform(connection) }
    }
    try? listener.listen(on: socket)  // fails only when memory runs out
  }

  deinit { listener.close() }

  /// When to call `dispatch`; nil if only an event can change anything.
  package var deadline: Int64? { listener.deadline }
  package func dispatch(now: Int64) { listener.dispatch(now: now) }

  /// Removes the socket's file, when there is no successor.
  package func close() { if File.inode(of: path) == inode { File.remove(path) } }

  /// Passes the display, the sockets and the journal to the successor at the other end of `connection`, and waits until
  /// that has shown its first picture. Nothing else happens meanwhile: the successor has the same state, and must not
  /// miss a call.
  ///
  /// - Parameters:
  ///   - draw: Draws the frames that are due. It is called often while the successor prepares its first frame, and
  ///     never if the display is not ours, or if the successor is of an older version.
  ///   - keepAlive: Is called at least once a second.
  /// - Returns: Whether the successor has taken over, so that this process has to end. If it ended before, or took too
  ///   long, the display is ours again, and wants a frame.
  package func offer(
    _ displays: Displays, _ sockets: [(name: Bytes, descriptor: FileDescriptor)], _ journal: Bytes,
    _ eventRecorder: EventRecorder,
    to connection: FileDescriptor, draw: @escaping () -> Void, keepAlive: () -> Void
  ) -> Bool {
    guard let memory = try? FileDescriptor(memory: journal.utf8) else { return false }
    let devices = displays.transferableDevices
    eventRecorder.noteHandover(of: devices)
    displays.unlock()
    let descriptors = [(name: "journal", descriptor: memory), (name: "handover", descriptor: socket)] + sockets
    let drawUntilReady = {
      displays.readEvents()
      draw()
    }
    let drawing = displays.ownsDisplay ? (draw: drawUntilReady, awaitFrames: { displays.awaitFrames() }) : nil
    if SuccessorListener.pass(descriptors, devices, to: connection, drawing: drawing, keepAlive: keepAlive) {
      displays.leaveToSuccessor()
      for socket in sockets { socket.descriptor.setServed(false) }
      return true
    }
    try? connection.write(HandoverMessage.refused.utf8)  // it may have ended
    eventRecorder.note("resume")
    displays.reclaim()
    return false
  }

  /// Passes descriptors and DRM devices to the successor, and waits until it has shown its first picture. Returns false
  /// if it ended before, or took too long. `awaitFrames` is called once, when the successor has its first frame.
  /// Without `drawing` nothing is drawn.
  private static func pass(
    _ descriptors: [(name: Bytes, descriptor: FileDescriptor)], _ devices: [TransferableDevice],
    to successor: FileDescriptor,
    drawing: (draw: () -> Void, awaitFrames: () -> Void)?, keepAlive: () -> Void
  ) -> Bool {
    do throws(SystemError) {
      let named = devices.map { (name: DeviceName.name(of: $0.path), descriptor: $0.descriptor) }
      for (name, descriptor) in descriptors + named {
        try Socket.send((name + "\n").utf8, passing: descriptor, on: successor)
      }
      var overlap: FileDescriptor?
      if drawing != nil {
        let (ours, theirs) = try Socket.pair()
        try Socket.send(HandoverMessage.overlap.utf8, passing: theirs, on: successor)
        overlap = ours
      }
      try successor.write(HandoverMessage.end.utf8)
      var isDrawing = false
      let begin = Clock.nanoseconds
      while !successor.awaitBytes(until: Clock.nanoseconds + (overlap == nil ? 1_000_000_000 : 0)) {
        if let messages = overlap, messages.awaitBytes(until: Clock.nanoseconds + SuccessorListener.drawingInterval) {
          isDrawing = try messages.read(upTo: 64) == HandoverMessage.prepare.utf8
          if !isDrawing {
            drawing?.awaitFrames()
            overlap = nil
          }
        }
        if isDrawing { drawing?.draw() }
        keepAlive()
        let limit = overlap != nil && !isDrawing ? SuccessorListener.answerTimeout : SuccessorListener.pictureTimeout
        if Clock.nanoseconds > begin + limit { return false }
      }
      return try successor.read(upTo: 64) == HandoverMessage.shown.utf8
    } catch {
      return false
    }
  }

  /// Nanoseconds for the successor's answer, and for its first picture. Meanwhile nobody else is served.
  private static var answerTimeout: Int64 { 5_000_000_000 }
  private static var pictureTimeout: Int64 { 30_000_000_000 }
  /// Nanoseconds from one call of `draw` to the next.
  private static var drawingInterval: Int64 { 2_000_000 }
}
