import CSystemd
import Support
import System

/// A connection to the message bus with sd-bus(3). Without one, a new attempt is made every second.
///
/// Nothing blocks: replies arrive in closures. Calls do not start services (sd_bus_message_set_auto_start(3)).
final class Bus {
  /// Nanoseconds between two attempts to connect.
  private static var retryInterval: Int64 { 1_000_000_000 }
  /// Messages that are processed in one iteration of the event loop, so that a flood does not delay the calls of
  /// loaderd.
  private static var batch: Int { 100 }
  /// POLLOUT of poll(2).
  private static var pollOut: Int32 { 4 }

  private let loop: EventLoop
  private let address: Bytes?
  private var connection: (bus: OpaquePointer, token: EventLoop.Token)?
  private var nextAttempt: Int64 = 0
  /// The names of watched services that run, and of the connections that own them (`:1.5`).
  private var owners: [(service: Bytes, connection: Bytes)] = []

  /// Called after each connection, which has no matches yet.
  var connected: () -> Void = {}

  /// `address` is a D-Bus address; nil is the system bus.
  init(_ loop: EventLoop, _ address: Bytes?) {
    self.loop = loop
    self.address = address
  }

  /// Connects if an attempt is due, and processes a batch of messages.
  func dispatch(_ now: Int64) {
    if connection == nil && now >= nextAttempt { connect(now) }
    for _ in 0..<Bus.batch {
      guard let connection else { return }
      let result = sd_bus_process(connection.bus, nil)
      if result == 0 { return }
      if result < 0 || sd_bus_is_open(connection.bus) <= 0 { disconnect(now) }
    }
  }

  private func connect(_ now: Int64) {
    nextAttempt = now + Bus.retryInterval
    guard let bus = open() else { return }
    guard let descriptor = try? FileDescriptor(duplicating: sd_bus_get_fd(bus)),
      // An empty handler: dispatch(_:) runs after each batch of events.
      let token = try? loop.watch(descriptor, { _ in })
    else {
      sd_bus_close_unref(bus)
      return
    }
    connection = (bus, token)
    owners = []
    connected()
  }

  private func open() -> OpaquePointer? {
    var bus: OpaquePointer?
    guard sd_bus_new(&bus) >= 0, let bus else { return nil }
    let address = address ?? Environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
    // Any user may send a message with descriptors, and close(2) of them can sleep as long as their owner wants.
    if address.withCString({ sd_bus_set_address(bus, $0) }) >= 0, sd_bus_set_bus_client(bus, 1) >= 0,
      sd_bus_negotiate_fds(bus, 0) >= 0, sd_bus_start(bus) >= 0
    {
      return bus
    }
    sd_bus_unref(bus)
    return nil
  }

  private func disconnect(_ now: Int64) {
    guard let connection else { return }
    self.connection = nil
    nextAttempt = now + Bus.retryInterval
    loop.forget(connection.token)
    sd_bus_close_unref(connection.bus)
  }

  /// Watches for writability while there are messages that could not be sent at once. Call it before the event loop
  /// waits.
  func updateInterest() {
    guard let connection else { return }
    let events = sd_bus_get_events(connection.bus)
    loop.want(connection.token, reading: true, writing: events > 0 && events & Bus.pollOut != 0)
  }

  /// When to call ``dispatch(_:)`` next, in nanoseconds; nil for not before another event.
  var deadline: Int64? {
    guard let connection else { return nextAttempt }
    var microseconds: UInt64 = 0
    if sd_bus_get_timeout(connection.bus, &microseconds) < 0 || microseconds > UInt64(Int64.max / 1000) { return nil }
    return Int64(microseconds) * 1000
  }
}

extension Bus {
  private static var name: Bytes { "org.freedesktop.DBus" }

  /// Calls `handler` for each signal of a service that matches a rule (sd_bus_add_match(3)), until the connection ends.
  /// The service is watched with ``watchName(_:_:)``; its signals are ignored before it has its name.
  ///
  /// Any user may send a signal to one connection of the system bus, and sd-bus compares the sender with a rule only by
  /// names of connections. So the sender is compared here.
  func match(_ service: Bytes, _ rule: Bytes, _ handler: @escaping (BusMessage) -> Void) {
    guard let connection else { return }
    let callback = MessageCallback { [unowned(unsafe) self] message in
      let owner = service == Bus.name ? service : owners.first { $0.service == service }?.connection
      if message.sender == owner { handler(message) }
    }
    var slot: OpaquePointer?
    let whole: Bytes = "type='signal',sender='\(service)',\(rule)"
    let result = whole.withCString {
      sd_bus_add_match_async(connection.bus, &slot, $0, MessageCallback.function, nil, callback.opaque)
    }
    callback.retain(until: result < 0 ? nil : slot)
  }

  /// Calls a method of a running service. `handler` gets the reply, `failed` an error.
  func call(
    _ service: Bytes, _ path: Bytes, _ interface: Bytes, _ method: Bytes, _ arguments: [Bytes] = [],
    _ handler: @escaping (BusMessage) -> Void = { _ in }, failed: @escaping (BusMessage) -> Void = { _ in }
  ) {
    guard let connection else { return }
    var message: OpaquePointer?
    let made = service.withCString { service in
      path.withCString { path in
        interface.withCString { interface in
          method.withCString { sd_bus_message_new_method_call(connection.bus, &message, service, path, interface, $0) }
        }
      }
    }
    guard made >= 0, let message else { return }
    defer { sd_bus_message_unref(message) }
    sd_bus_message_set_auto_start(message, 0)
    for argument in arguments {
      _ = argument.withCString { sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0) }
    }
    let callback = MessageCallback(handler, failed: failed)
    var slot: OpaquePointer?
    let result = sd_bus_call_async(connection.bus, &slot, message, MessageCallback.function, callback.opaque, 0)
    callback.retain(until: result < 0 ? nil : slot)
  }

  /// Queries all properties of an interface (`GetAll` of org.freedesktop.DBus.Properties).
  func properties(
    _ service: Bytes, _ path: Bytes, _ interface: Bytes, _ handler: @escaping ([BusProperty]) -> Void
  ) {
    call(service, path, "org.freedesktop.DBus.Properties", "GetAll", [interface]) { handler($0.properties()) }
  }

  /// Calls `handler` with true when a service gets its name on the bus or has it already, with false when it loses it
  /// or does not have it: it may have ended while there was no bus.
  func watchName(_ service: Bytes, _ handler: @escaping (Bool) -> Void) {
    let change = { [unowned(unsafe) self] (owner: Bytes) in
      owners.removeAll { $0.service == service }
      if !owner.isEmpty { owners.append((service, owner)) }
      handler(!owner.isEmpty)
    }
    // Arguments: name, old owner, new owner.
    match(Bus.name, "interface='\(Bus.name)',member='NameOwnerChanged',arg0='\(service)'") { message in
      _ = message.text()
      _ = message.text()
      change(message.text() ?? "")
    }
    call(Bus.name, "/org/freedesktop/DBus", Bus.name, "GetNameOwner", [service]) {
      change($0.text() ?? "")
    } failed: {
      // Any other error, such as that of a connection which has ended, says nothing about the service.
      if $0.isError("org.freedesktop.DBus.Error.NameHasNoOwner") { change("") }
    }
  }
}

/// A closure as the callback of a slot (sd_bus_slot_set_destroy_callback(3)).
private final class MessageCallback {
  private let handler: (BusMessage) -> Void
  private let failed: (BusMessage) -> Void

  init(_ handler: @escaping (BusMessage) -> Void, failed: @escaping (BusMessage) -> Void = { _ in }) {
    self.handler = handler
    self.failed = failed
  }

  var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Keeps the closure until the slot is destroyed. The slot floats: it lives as long as its connection.
  func retain(until slot: OpaquePointer?) {
    guard let slot else { return }
    _ = Unmanaged.passRetained(self)
    sd_bus_slot_set_destroy_callback(slot) { callback in
      if let callback { Unmanaged<MessageCallback>.fromOpaque(callback).release() }
    }
    sd_bus_slot_set_floating(slot, 1)
    sd_bus_slot_unref(slot)
  }

  static let function: sd_bus_message_handler_t = { message, callback, _ in
    guard let message, let callback else { return 0 }
    let handlers = Unmanaged<MessageCallback>.fromOpaque(callback).takeUnretainedValue(), reply = BusMessage(message)
    if reply.isError() { handlers.failed(reply) } else { handlers.handler(reply) }
    return 0
  }
}
