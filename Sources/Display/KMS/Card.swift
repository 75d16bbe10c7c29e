internal import CDRM
import Support
import System

/// An open DRM device with its KMS resources. Its buffers hold a reference, so the file is closed after the last of
/// them.
final class Card {
  let descriptor: FileDescriptor
  let path: Bytes
  /// Whether atomic commits are used.
  let isAtomic: Bool
  /// Whether the driver only has the firmware's framebuffer (simpledrm and similar), which ends when the real driver
  /// loads.
  let isFirmware: Bool
  /// Whether a new dumb buffer is known to be all zeros.
  let clearsBuffers: Bool
  /// `DRM_CAP_DUMB_PREFERRED_DEPTH`: bits per pixel without padding, 0 if unknown.
  let preferredDepth: UInt64
  let properties: PropertyReader
  /// Whether the device may have vblanks; otherwise it is known to have none.
  private(set) lazy var hasVblanks = drm_has_vblanks(descriptor.number, crtcs[0]) != 0
  private(set) var crtcs: [UInt32] = []
  private(set) var connectors: [UInt32] = []
  private(set) var planes: [Plane] = []
  /// The primary planes by the index of their CRTC; nil where the driver lists none. With some drivers each can show
  /// its picture on any CRTC (msm, tidss), but GETCRTC and SETCRTC use one only, the CRTC's own: the n-th plane is that
  /// of the n-th CRTC.
  private(set) var primaryPlanes: [Plane?] = []
  /// While a predecessor draws on the same open file: makes it stop, and what to do then.
  private var sharing: (stopPredecessor: () -> Void, ended: () -> Void)?

  /// Opens a device. Throws when it has no KMS or no dumb buffers. Opening a device that has no master makes us master.
  convenience init(path: Bytes, mayBeAtomic: Bool) throws(OutputError) {
    do throws(SystemError) {
      try self.init(try FileDescriptor(opening: path), path: path, mayBeAtomic: mayBeAtomic)
    } catch {
      throw OutputError(
        "\(path): \(error.code == Errno.notSupported ? "the device has no KMS or no dumb buffers" : error.reason)",
        error)
    }
  }

  /// Uses a device that is open already.
  init(_ descriptor: FileDescriptor, path: Bytes, mayBeAtomic: Bool) throws(SystemError) {
    self.descriptor = descriptor
    self.path = path
    let number = descriptor.number
    properties = PropertyReader(card: number)
    var hasDumbBuffers: UInt64 = 0, depth: UInt64 = 0
    let result = drmGetCap(number, UInt64(DRM_CAP_DUMB_BUFFER), &hasDumbBuffers)
    drmGetCap(number, UInt64(DRM_CAP_DUMB_PREFERRED_DEPTH), &depth)
    preferredDepth = depth
    let driver = Card.driver(number)
    isFirmware = Card.firmware.contains(driver)
    clearsBuffers = isFirmware || Card.clearing.contains(driver)
    drmSetClientCap(number, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1)
    isAtomic = mayBeAtomic && drmSetClientCap(number, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
    try drm("DRM_CAP_DUMB_BUFFER", result)
    if hasDumbBuffers == 0 { throw SystemError("DRM_CAP_DUMB_BUFFER", Errno.notSupported) }
    try readResources()
  }

  private static var firmware: [Bytes] { ["simpledrm", "efidrm", "vesadrm", "ofdrm"] }

  /// Drivers whose dumb buffers are shared memory (drm_gem_shmem_dumb_create and virtio_gpu_mode_dumb_create), which
  /// the kernel clears. So are those of `firmware`. Other drivers may use video memory as it is.
  private static var clearing: [Bytes] { ["virtio_gpu", "vkms"] }

  private static func driver(_ number: Int32) -> Bytes {
    guard let version = drmGetVersion(number) else { return "" }
    defer { drmFreeVersion(version) }
    return Bytes(cString: version.pointee.name)
  }

  /// Reads the CRTCs, connectors and planes. Throws EOPNOTSUPP for a render-only device.
  func readResources() throws(SystemError) {
    let number = descriptor.number
    guard let resources = drmModeGetResources(number) else { throw SystemError(last: "drmModeGetResources") }
    crtcs = Array(UnsafeBufferPointer(start: resources.pointee.crtcs, count: Int(resources.pointee.count_crtcs)))
    connectors = Array(
      UnsafeBufferPointer(start: resources.pointee.connectors, count: Int(resources.pointee.count_connectors)))
    drmModeFreeResources(resources)
    if connectors.isEmpty || crtcs.isEmpty { throw SystemError("drmModeGetResources", Errno.notSupported) }
    planes = []
    primaryPlanes = [Plane?](repeating: nil, count: crtcs.count)
    guard let all = drmModeGetPlaneResources(number) else { return }
    for index in 0..<Int(all.pointee.count_planes) {
      if let plane = Plane(all.pointee.planes[index], of: self) { planes.append(plane) }
    }
    drmModeFreePlaneResources(all)
    let primary = planes.filter { $0.isPrimary }
    let routes = Routing.crtcs(
      for: primary.map { plane in
        Routing.Demand(possible: plane.possibleCRTCs, current: crtcs.firstIndex { UInt64($0) == plane.initialCRTC })
      }, count: crtcs.count, mayMove: true)
    for (plane, crtc) in zip(primary, routes) where crtc != nil { primaryPlanes[crtc ?? 0] = plane }
  }

  /// Leaves master and events of the open file to the predecessor, which draws on it, until the first commit;
  /// `stopPredecessor` is called before that.
  func share(until stopPredecessor: @escaping () -> Void) { sharing = (stopPredecessor, {}) }

  /// Whether a predecessor draws on the same open file.
  var isShared: Bool { sharing != nil }

  /// Calls `body` when no predecessor draws on the same open file any more.
  func whenOwned(_ body: @escaping () -> Void) { if sharing == nil { body() } else { sharing?.ended = body } }

  /// Destroys the buffer handles of the predecessor on the same open file; a framebuffer keeps its memory, and so does
  /// a mapping.
  ///
  /// Handles are numbers from 1 for each open file, and a predecessor has two buffers an output. Unknown ones do no
  /// harm.
  func destroyInheritedBuffers() {
    for handle in UInt32(1)...64 { drmModeDestroyDumbBuffer(descriptor.number, handle) }
  }

  /// Becomes master for the duration of `body`, which must be short: a process that opens the device meanwhile does not
  /// become master.
  func asMaster(_ body: () throws(SystemError) -> Void) throws(SystemError) {
    endSharing()
    try takeMaster()
    defer { dropMaster() }
    try body()
  }

  /// Makes the predecessor on the same open file stop drawing: from now on master and events are ours.
  func endSharing() {
    guard let (stopPredecessor, ended) = sharing else { return }
    stopPredecessor()
    sharing = nil
    ended()
  }

  /// Becomes master, unless a predecessor does so on the same open file. Throws EACCES while another process is master,
  /// ENODEV for a device that is gone.
  func takeMaster() throws(SystemError) {
    if isShared { return }
    if drmSetMaster(descriptor.number) == 0 { return }
    let error = SystemError(last: "drmSetMaster")
    throw error.code == Errno.operationNotSupportedByDevice
      ? error : SystemError("drmSetMaster", Errno.permissionDenied)
  }

  /// Drops master. This fails, and we stay master, in a process that neither opened the device nor has CAP_SYS_ADMIN
  /// (drm_master_check_perm, drivers/gpu/drm/drm_auth.c).
  func dropMaster() { if !isShared { drmDropMaster(descriptor.number) } }

  /// The framebuffer id that a CRTC scans out, 0 for none; nil when the request fails.
  func framebuffer(of crtc: UInt32) -> UInt32? {
    guard let state = drmModeGetCrtc(descriptor.number, crtc) else { return nil }
    defer { drmModeFreeCrtc(state) }
    return state.pointee.buffer_id
  }

  /// The page-flip events since the last call.
  func flips() -> [drm_flip] {
    Array(unsafeUninitializedCapacity: 32) { buffer, count in
      count = Int(drm_read_flips(descriptor.number, buffer.baseAddress, 32))
    }
  }

  /// Device nodes, ordered by number.
  static func paths(in folder: Bytes = "/dev/dri") -> [Bytes] { File.numbered("card", in: folder) }
}

/// Throws the error that a libdrm function returned as a negative errno value.
func drm(_ call: StaticString, _ result: Int32) throws(SystemError) {
  if result < 0 { throw SystemError(call, -result) }
}
