internal import CDRM
import Linux
import Notation

/// An open DRM card that we are master of. Its buffers share it, so it closes after the last of them.
final class Card {
  let descriptor: FileDescriptor
  let path: Bytes
  /// Whether atomic commits work; else the legacy calls are used.
  let isAtomic: Bool

  /// Throws when it cannot scan out memory, or another program is its master.
  init(path: Bytes) throws(OutputError) {
    self.path = path
    do throws(SystemError) {
      descriptor = try FileDescriptor(opening: path)
    } catch {
      throw OutputError("\(path): \(error.reason)", error)
    }
    let number = descriptor.number
    var hasDumbBuffers: UInt64 = 0
    guard drmGetCap(number, UInt64(DRM_CAP_DUMB_BUFFER), &hasDumbBuffers) == 0, hasDumbBuffers != 0 else {
      isAtomic = false
      throw OutputError("\(path): not a card that scans out memory")
    }
    // To open a card that nobody holds is to become its master.
    if drmIsMaster(number) == 0, drmSetMaster(number) != 0 {
      isAtomic = false
      throw OutputError(
        "\(path): another program owns the display; stop it, or let it yield", SystemError("drmSetMaster", 16))
    }
    drmSetClientCap(number, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1)
    isAtomic = drmSetClientCap(number, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
  }

  /// The cards of this machine in the order of their numbers.
  static func paths() -> [Bytes] {
    let names = (try? File.names(in: "/dev/dri")) ?? []  // no folder is no card
    let numbers = names.compactMap { $0.hasPrefix("card") ? Decimal.integer($0.dropFirst(4)) : nil }
    return numbers.sorted().map { "/dev/dri/card\($0)" }
  }

  /// The id of an object's property and its value; nil when the object has none of that name.
  func property(_ name: Bytes, of object: UInt32, _ type: Int32) -> (id: UInt32, value: UInt64)? {
    guard let all = drmModeObjectGetProperties(descriptor.number, object, UInt32(bitPattern: type)) else { return nil }
    defer { drmModeFreeObjectProperties(all) }
    for index in 0..<Int(all.pointee.count_props) {
      guard let property = drmModeGetProperty(descriptor.number, all.pointee.props[index]) else { continue }
      defer { drmModeFreeProperty(property) }
      let isNamed = withUnsafePointer(to: &property.pointee.name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 32) { Bytes(cString: $0) == name }
      }
      if isNamed { return (property.pointee.prop_id, all.pointee.prop_values[index]) }
    }
    return nil
  }
}
