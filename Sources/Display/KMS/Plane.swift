internal import CDRM
import Raster
import Support
import System

/// A KMS plane.
struct Plane {
  let id: UInt32
  let possibleCRTCs: UInt32
  let isPrimary: Bool
  let formats: [PixelFormat]
  let properties: Properties

  /// Reads a plane; nil when it is gone.
  init?(_ id: UInt32, of card: Card) {
    guard let plane = drmModeGetPlane(card.descriptor.number, id) else { return nil }
    defer { drmModeFreePlane(plane) }
    self.id = id
    possibleCRTCs = plane.pointee.possible_crtcs
    properties = card.properties.read(id, drm_object_plane)
    isPrimary = properties.value("type") == UInt64(DRM_PLANE_TYPE_PRIMARY)
    let codes = UnsafeBufferPointer(start: plane.pointee.formats, count: Int(plane.pointee.count_formats))
    let known = PixelFormat.allCases
    formats = codes.compactMap { code in known.first { $0.code == code } }
  }

  /// The CRTC that showed the plane when it was read; 0 for none.
  var initialCRTC: UInt64 { properties.value("CRTC_ID") ?? 0 }

  /// Whether the plane is enabled on a CRTC now.
  func isEnabled(on crtc: UInt32, of card: Card) -> Bool {
    card.properties.read(id, drm_object_plane).value("CRTC_ID") == UInt64(crtc)
  }

  /// Whether the plane can rotate its picture this way (property "rotation").
  func canRotate(_ rotation: Rotation) -> Bool { properties.mask("rotation") & rotation.planeBit != 0 }
}

extension Rotation {
  /// The bit of the plane property "rotation", which counts counterclockwise (DRM_MODE_ROTATE_*, drm_mode.h).
  var planeBit: UInt64 {
    switch self {
    case .none: 1
    case .counterclockwise: 2
    case .half: 4
    case .clockwise: 8
    }
  }
}
