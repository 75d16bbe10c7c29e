internal import CWayland

/// Hears what a compositor says of its objects, all of which it destroys before it goes.
class ProxyListener {
  func handleEvents(_ event: UInt32, of object: OpaquePointer, _ arguments: UnsafeMutablePointer<wl_argument>) {}

  /// Nil where there is no object.
  final func listening(to object: OpaquePointer?) -> OpaquePointer? {
    guard let object else { return nil }
    wayland_add_dispatcher(
      object,
      { listener, object, event, _, arguments in
        if let listener, let object, let arguments {
          let listener = Unmanaged<ProxyListener>.fromOpaque(listener).takeUnretainedValue()
          listener.handleEvents(event, of: OpaquePointer(object), arguments)
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    return object
  }
}
