internal import CDRM
import Support

/// A property's id, name and enum labels, the same for all objects of a device.
struct PropertyKind {
  let id: UInt32
  let name: Bytes
  let labels: [(value: UInt64, name: Bytes)]
}

/// A snapshot of the properties of one KMS object.
struct Properties {
  let kinds: [PropertyKind]
  let values: [UInt64]

  /// The property's id; nil if the object has no such property.
  func id(_ name: StaticString) -> UInt32? { index(name).map { kinds[$0].id } }
  /// The property's value; nil if the object has no such property.
  func value(_ name: StaticString) -> UInt64? { index(name).map { values[$0] } }

  /// The label of an enum property's value.
  func label(_ name: StaticString) -> Bytes? {
    guard let index = index(name) else { return nil }
    return kinds[index].labels.first { $0.value == values[index] }?.name
  }

  /// The bits that a bitmask property supports.
  func mask(_ name: StaticString) -> UInt64 {
    guard let index = index(name) else { return 0 }
    return kinds[index].labels.reduce(0) { $0 | 1 << min(63, $1.value) }
  }

  private func index(_ name: StaticString) -> Int? { kinds.firstIndex { name ~= $0.name } }
}
