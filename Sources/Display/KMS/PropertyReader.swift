internal import CDRM
import Support

/// Reads properties, and caches their names and labels.
final class PropertyReader {
  private let card: Int32
  private var known: [PropertyKind] = []

  init(card: Int32) { self.card = card }

  /// Reads all properties of an object; none if the request fails.
  func read(_ object: UInt32, _ type: UInt32) -> Properties {
    guard let all = drmModeObjectGetProperties(card, object, type) else { return Properties(kinds: [], values: []) }
    defer { drmModeFreeObjectProperties(all) }
    var kinds: [PropertyKind] = [], values: [UInt64] = []
    for index in 0..<Int(all.pointee.count_props) {
      guard let kind = kind(all.pointee.props[index]) else { continue }
      kinds.append(kind)
      values.append(all.pointee.prop_values[index])
    }
    return Properties(kinds: kinds, values: values)
  }

  private func kind(_ id: UInt32) -> PropertyKind? {
    if let kind = known.first(where: { $0.id == id }) { return kind }
    guard let property = drmModeGetProperty(card, id) else { return nil }
    defer { drmModeFreeProperty(property) }
    var labels: [(value: UInt64, name: Bytes)] = []
    for index in 0..<Int(property.pointee.count_enums) {
      labels.append((property.pointee.enums[index].value, name(&property.pointee.enums[index].name)))
    }
    let kind = PropertyKind(id: id, name: name(&property.pointee.name), labels: labels)
    known.append(kind)
    return kind
  }

  /// The text of a field, which libdrm has ended with a zero.
  private func name<Field>(_ field: inout Field) -> Bytes {
    withUnsafeBytes(of: &field) { Bytes(cString: $0.bindMemory(to: CChar.self).baseAddress) }
  }
}
