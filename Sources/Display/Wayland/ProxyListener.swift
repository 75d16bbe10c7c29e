internal import CWayland

/// Receives the events of Wayland objects. A subclass destroys all its objects before it is freed.
class ProxyListener {
  /// Handles one event (its opcode) of an object.
  func handleEvent(_ event: UInt32, of object: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>) {}

  /// Starts to receive the events of an object; nil where there is no object.
  final func listen(to object: OpaquePointer?) -> OpaquePointer? {
    guard let object else { return nil }
    wayland_add_dispatcher(
      object,
      { listener, object, event, _, arguments in
        if let listener, let object, let arguments {
          let listener = Unmanaged<ProxyListener>.fromOpaque(listener).takeUnretainedValue()
          listener.handleEvent(event, of: OpaquePointer(object), arguments)
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    return object
  }
}
