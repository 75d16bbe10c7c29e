import CSystemd
import System
import Support

/// A connection to the message bus by sd-bus(3), made again about once a second while there is none.
///
/// Nothing here waits: what is asked is answered to a closure later, and services are not started by being asked.
final class Bus {
  private static var pause: Int64 { 1_000_000_000 }

  private let loop: EventLoop
  private let address: Bytes?
  private var link: (bus: OpaquePointer, token: EventLoop.Token)?
  private var retry: Int64 = 0

  /// The bus is there, with no matches yet.
  var connected: () -> Void = {}

  init(_ loop: EventLoop, _ address: Bytes?) { (self.loop, self.address) = (loop, address) }

  func dispatch(_ now: Int64) {
    if link == nil && now >= retry { connect(now) }
    while let link {
      let result = sd_bus_process(link.bus, nil)
      if result == 0 { return }
      if result < 0 || sd_bus_is_open(link.bus) <= 0 { lose(now) }
    }
  }

  private func connect(_ now: Int64) {
    retry = now + Bus.pause
    guard let bus = open() else { return }
    guard let descriptor = try? FileDescriptor(duplicating: sd_bus_get_fd(bus)),
      // What has arrived is processed in the next turn.
      let token = try? loop.watch(descriptor, { _ in })
    else {
      sd_bus_close_unref(bus)
      return
    }
    link = (bus, token)
    connected()
  }

  private func open() -> OpaquePointer? {
    var bus: OpaquePointer?
    guard let address else { return sd_bus_open_system(&bus) < 0 ? nil : bus }
    guard sd_bus_new(&bus) >= 0, let bus else { return nil }
    if address.withCString({ sd_bus_set_address(bus, $0) }) >= 0, sd_bus_set_bus_client(bus, 1) >= 0,
      sd_bus_start(bus) >= 0
    {
      return bus
    }
    sd_bus_unref(bus)
    return nil
  }

  private func lose(_ now: Int64) {
    guard let link else { return }
    self.link = nil
    retry = now + Bus.pause
    loop.forget(link.token)
    sd_bus_close_unref(link.bus)
  }

  /// Sends what waits, before the loop does.
  func flush() {
    guard let link else { return }
    let events = sd_bus_get_events(link.bus)
    loop.want(link.token, reading: true, writing: events > 0 && events & 4 != 0)  // POLLOUT
  }

  var deadline: Int64? {
    guard let link else { return retry }
    var microseconds: UInt64 = 0
    if sd_bus_get_timeout(link.bus, &microseconds) < 0 || microseconds > UInt64(Int64.max / 1000) { return nil }
    return Int64(microseconds) * 1000
  }
}

extension Bus {
  /// Calls `handler` for each message that a rule (sd_bus_add_match(3)) is for, until the bus is another.
  func match(_ rule: Bytes, _ handler: @escaping (Message) -> Void) {
    guard let link else { return }
    let listener = Listener(handler)
    var slot: OpaquePointer?
    let result = rule.withCString {
      sd_bus_add_match_async(link.bus, &slot, $0, Listener.callback, nil, listener.opaque)
    }
    listener.live(with: result < 0 ? nil : slot)
  }

  /// Calls a method of a service that runs; its reply goes to `handler`, an error to nobody.
  func call(
    _ service: Bytes, _ path: Bytes, _ interface: Bytes, _ method: Bytes, _ arguments: [Bytes] = [],
    _ handler: @escaping (Message) -> Void = { _ in }
  ) {
    guard let link else { return }
    var message: OpaquePointer?
    let made = service.withCString { service in
      path.withCString { path in
        interface.withCString { interface in
          method.withCString { sd_bus_message_new_method_call(link.bus, &message, service, path, interface, $0) }
        }
      }
    }
    guard made >= 0, let message else { return }
    defer { sd_bus_message_unref(message) }
    sd_bus_message_set_auto_start(message, 0)
    for argument in arguments {
      _ = argument.withCString { sd_bus_message_append_basic(message, CChar(0x73), $0) }
    }
    let listener = Listener(handler)
    var slot: OpaquePointer?
    let result = sd_bus_call_async(link.bus, &slot, message, Listener.callback, listener.opaque, 0)
    listener.live(with: result < 0 ? nil : slot)
  }

  /// All properties of an interface.
  func properties(
    _ service: Bytes, _ path: Bytes, _ interface: Bytes, _ handler: @escaping ([Property]) -> Void
  ) {
    call(service, path, "org.freedesktop.DBus.Properties", "GetAll", [interface]) { handler($0.properties()) }
  }

  /// Calls `handler` when a service comes, with true, or goes; once with true if it is there already.
  func presence(of service: Bytes, _ handler: @escaping (Bool) -> Void) {
    let bus: Bytes = "org.freedesktop.DBus"
    match("type='signal',sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',arg0='\(service)'") { message in
      _ = message.text()
      _ = message.text()
      handler(message.text()?.isEmpty == false)
    }
    call(bus, "/org/freedesktop/DBus", bus, "GetNameOwner", [service]) { _ in handler(true) }
  }
}

/// A closure that sd-bus calls, alive as long as the slot that it stands for.
private final class Listener {
  private let handler: (Message) -> Void

  init(_ handler: @escaping (Message) -> Void) { self.handler = handler }

  var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Without a slot it lives no longer.
  func live(with slot: OpaquePointer?) {
    guard let slot else { return }
    _ = Unmanaged.passRetained(self)
    sd_bus_slot_set_destroy_callback(slot) { listener in
      if let listener { Unmanaged<Listener>.fromOpaque(listener).release() }
    }
    sd_bus_slot_set_floating(slot, 1)  // the bus ends it
    sd_bus_slot_unref(slot)
  }

  static let callback: sd_bus_message_handler_t = { message, listener, _ in
    guard let message, let listener, sd_bus_message_is_method_error(message, nil) <= 0 else { return 0 }
    Unmanaged<Listener>.fromOpaque(listener).takeUnretainedValue().handler(Message(message))
    return 0
  }
}
