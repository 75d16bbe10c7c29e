import CWayland
import Support
import System

/// A compositor at the other end of a connection. It knows the objects that the client makes, and sends what an input
/// says, whether the protocol allows it or not.
struct FuzzCompositor {
  private let socket: FileDescriptor
  /// The interfaces of the client's objects, whose ids are 1, 2, …; and of our own, from `firstID`.
  private var client: [wl_interface?] = [wl_display_interface]
  private var server: [wl_interface?] = []
  private var unread: [UInt8] = []

  private static var firstID: UInt32 { 0xFF00_0000 }
  /// All interfaces that a client may bind, and one that it does not know.
  private static var globals: [wl_interface] {
    [
      wl_compositor_interface, wl_shm_interface, xdg_wm_base_interface, zwlr_layer_shell_v1_interface,
      wp_viewporter_interface, wp_fractional_scale_manager_v1_interface, wp_presentation_interface,
      ext_foreign_toplevel_list_v1_interface, zwlr_foreign_toplevel_manager_v1_interface, wl_output_interface,
      wl_region_interface,
    ]
  }

  init(_ socket: FileDescriptor) { self.socket = socket }

  /// Reads the requests. Every one must be a valid message of a known interface.
  mutating func receive() {
    while let message = try? Socket.receive(upTo: 65536, from: socket), !message.bytes.isEmpty {
      unread += message.bytes
    }
    var start = 0
    while unread.count >= start + 8 {
      let message = unread[start...], size = Int(word(message, 4) >> 16), opcode = word(message, 4) & 0xFFFF
      require(size >= 8)
      if message.count < size { break }
      handle(opcode, of: word(message, 0), message.prefix(size).dropFirst(8))
      start += size
    }
    unread.removeFirst(start)
  }

  private func word(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
    require(bytes.count >= offset + 4)
    return (0..<4).reduce(0) { $0 | UInt32(bytes[bytes.startIndex + offset + $1]) << (8 * $1) }
  }

  private func interface(of id: UInt32) -> wl_interface? {
    if id >= FuzzCompositor.firstID {
      let index = Int(id - FuzzCompositor.firstID)
      return index < server.count ? server[index] : nil
    }
    return id > 0 && id <= client.count ? client[Int(id) - 1] : nil
  }

  /// Notes the objects that a request makes, and answers to the end of one.
  private mutating func handle(_ opcode: UInt32, of id: UInt32, _ arguments: ArraySlice<UInt8>) {
    guard let interface = interface(of: id) else { return }
    require(opcode < interface.method_count)
    let method = interface.methods[Int(opcode)], signature = Bytes(cString: method.signature)
    var rest = arguments, index = 0, text = Bytes()
    for letter in signature.utf8 where (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) {
      if letter != UInt8(ascii: "h") {
        let value = word(rest, 0)
        rest = rest.dropFirst(4)
        switch letter {
        case UInt8(ascii: "n"):
          let known = method.types[index]?.pointee
          add(value, known ?? FuzzCompositor.globals.first { Bytes(cString: $0.name) == text })
        case UInt8(ascii: "s"), UInt8(ascii: "a"):
          text = Bytes(Array(rest.prefix(max(0, Int(value) - 1))))
          rest = rest.dropFirst((Int(value) + 3) / 4 * 4)
        default: break
        }
      }
      index += 1
    }
    require(rest.isEmpty)
    let name = Bytes(cString: method.name)
    if name == "destroy" || name == "release", id < FuzzCompositor.firstID {
      send(1, wl_display_event_delete_id, FuzzCompositor.bytes(id))
    }
  }

  private mutating func add(_ id: UInt32, _ interface: wl_interface?) {
    // Ids are assigned in order, and used again.
    require(id > 0 && id < 1 << 16)
    while client.count < id { client.append(nil) }
    client[Int(id) - 1] = interface
  }

  /// Sends something of an input.
  mutating func act(_ input: inout FuzzInput) {
    switch input.number(below: 16) {
    case 0: for index in FuzzCompositor.globals.indices { offer(index, UInt32(index), 4) }
    case 1, 2:
      offer(input.number(below: FuzzCompositor.globals.count), number(&input), number(&input))
    case 3: _ = try? Socket.send(input.bytes(64)[...], on: socket)
    default:
      let isOwn = !server.isEmpty && input.number(below: 4) == 0
      let index = input.number(below: isOwn ? min(256, server.count) : min(256, client.count))
      guard let interface = isOwn ? server[index] : client[index], interface.event_count > 0 else { return }
      let opcode = input.number(below: Int(interface.event_count)), event = interface.events[opcode]
      let id = isOwn ? FuzzCompositor.firstID + UInt32(index) : UInt32(index) + 1
      send(id, UInt32(opcode), arguments(of: event, &input))
    }
  }

  /// Sends wl_registry.global to all registries.
  private func offer(_ index: Int, _ name: UInt32, _ version: UInt32) {
    for (id, interface) in client.enumerated() where interface.map({ isRegistry($0) }) ?? false {
      let text = FuzzCompositor.bytes(Bytes(cString: FuzzCompositor.globals[index].name).utf8 + [0])
      send(UInt32(id) + 1, 0, FuzzCompositor.bytes(name) + text + FuzzCompositor.bytes(version))
    }
  }

  private func isRegistry(_ interface: wl_interface) -> Bool { Bytes(cString: interface.name) == "wl_registry" }

  private mutating func arguments(of event: wl_message, _ input: inout FuzzInput) -> [UInt8] {
    var result: [UInt8] = [], index = 0
    for letter in Bytes(cString: event.signature).utf8 where (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) {
      switch letter {
      case UInt8(ascii: "s"), UInt8(ascii: "a"): result += FuzzCompositor.bytes(text(&input))
      case UInt8(ascii: "n"):
        if input.number(below: 8) == 7 {
          result += FuzzCompositor.bytes(number(&input))
        } else {
          result += FuzzCompositor.bytes(FuzzCompositor.firstID + UInt32(server.count))
          server.append(event.types[index]?.pointee)
        }
      case UInt8(ascii: "h"): break
      default: result += FuzzCompositor.bytes(number(&input))
      }
      index += 1
    }
    return result
  }

  /// The next number of the input: mostly a small one, as sizes, flags and ids are.
  private func number(_ input: inout FuzzInput) -> UInt32 {
    let byte = input.number(below: 256)
    let special: [UInt32] = [0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 60000, 16384, 320, FuzzCompositor.firstID]
    if byte < 224 { return UInt32(byte) }
    return byte - 224 < special.count ? special[byte - 224] : input.structure(UInt32())
  }

  /// A text with its NUL; without any bytes it is null.
  private func text(_ input: inout FuzzInput) -> [UInt8] {
    switch input.number(below: 8) {
    case 0: []
    case 1: Bytes("loaderd\0").utf8
    case 2: [UInt8](repeating: 0x61, count: 2000) + [0]
    case 3: input.bytes(64)
    default: input.bytes(16) + [0]
    }
  }

  private static func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

  /// The bytes of a string or an array, after their length and padded to words.
  private static func bytes(_ content: [UInt8]) -> [UInt8] {
    bytes(UInt32(content.count)) + content + [UInt8](repeating: 0, count: -content.count & 3)
  }

  private func send(_ id: UInt32, _ opcode: UInt32, _ arguments: [UInt8]) {
    let header = FuzzCompositor.bytes(id) + FuzzCompositor.bytes(UInt32(8 + arguments.count) << 16 | opcode)
    _ = try? Socket.send((header + arguments)[...], on: socket)
  }
}
