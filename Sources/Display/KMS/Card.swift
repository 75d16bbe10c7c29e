internal import CDRM
import System
import Support

/// An open DRM card. Its buffers share it, so it closes after the last of them.
final class Card {
  let descriptor: FileDescriptor
  let path: Bytes
  /// Whether the driver has atomic commits.
  let isAtomic: Bool
  /// Whether the firmware's framebuffer is behind it, which ends when the real driver comes.
  let isFirmware: Bool
  let preferredDepth: UInt64
  let properties: PropertyReader
  private(set) var crtcs: [UInt32] = []
  private(set) var connectors: [UInt32] = []
  private(set) var planes: [Plane] = []

  /// Throws when it cannot scan out memory. Whoever opens a card that has no master becomes it.
  convenience init(path: Bytes, mayBeAtomic: Bool) throws(OutputError) {
    do throws(SystemError) {
      try self.init(try FileDescriptor(opening: path), path: path, mayBeAtomic: mayBeAtomic)
    } catch {
      throw OutputError(
        "\(path): \(error.code == Errno.notSupported ? "not a card that scans out memory" : error.reason)", error)
    }
  }

  /// Takes over a card that is open already.
  init(_ descriptor: FileDescriptor, path: Bytes, mayBeAtomic: Bool) throws(SystemError) {
    (self.descriptor, self.path) = (descriptor, path)
    let number = descriptor.number
    properties = PropertyReader(card: number)
    var hasDumbBuffers: UInt64 = 0, depth: UInt64 = 0
    let result = drmGetCap(number, UInt64(DRM_CAP_DUMB_BUFFER), &hasDumbBuffers)
    drmGetCap(number, UInt64(DRM_CAP_DUMB_PREFERRED_DEPTH), &depth)
    preferredDepth = depth
    isFirmware = Card.firmware.contains(Card.driver(number))
    drmSetClientCap(number, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1)
    isAtomic = mayBeAtomic && drmSetClientCap(number, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
    try drm("DRM_CAP_DUMB_BUFFER", result)
    if hasDumbBuffers == 0 { throw SystemError("DRM_CAP_DUMB_BUFFER", Errno.notSupported) }
    try survey()
  }

  private static var firmware: [Bytes] { ["simpledrm", "efidrm", "vesadrm", "ofdrm"] }

  private static func driver(_ number: Int32) -> Bytes {
    guard let version = drmGetVersion(number) else { return "" }
    defer { drmFreeVersion(version) }
    return Bytes(cString: version.pointee.name)
  }

  /// Reads which CRTCs, connectors and planes there are. Throws EOPNOTSUPP for a card that only renders.
  func survey() throws(SystemError) {
    let number = descriptor.number
    guard let resources = drmModeGetResources(number) else { throw SystemError(last: "drmModeGetResources") }
    crtcs = Array(UnsafeBufferPointer(start: resources.pointee.crtcs, count: Int(resources.pointee.count_crtcs)))
    connectors = Array(
      UnsafeBufferPointer(start: resources.pointee.connectors, count: Int(resources.pointee.count_connectors)))
    drmModeFreeResources(resources)
    if connectors.isEmpty || crtcs.isEmpty { throw SystemError("drmModeGetResources", Errno.notSupported) }
    planes = []
    guard let all = drmModeGetPlaneResources(number) else { return }
    for index in 0..<Int(all.pointee.count_planes) {
      if let plane = Plane(all.pointee.planes[index], of: self) { planes.append(plane) }
    }
    drmModeFreePlaneResources(all)
  }

  /// Frees the memory of a predecessor on the same open card; what is on the screen keeps its own.
  func releaseInheritedBuffers() {
    for handle in UInt32(1)...64 { drmModeDestroyDumbBuffer(descriptor.number, handle) }
  }

  /// Makes us master for as long as `body` takes, which is to be short: whoever opens the card meanwhile is not master.
  func asMaster(_ body: () throws(SystemError) -> Void) throws(SystemError) {
    try takeMaster()
    defer { dropMaster() }
    try body()
  }

  /// Throws EACCES while somebody else is master.
  func takeMaster() throws(SystemError) {
    if drmSetMaster(descriptor.number) == 0 { return }
    let error = SystemError(last: "drmSetMaster")
    // ENODEV: nobody is master of a card that has gone.
    throw error.code == Errno.operationNotSupportedByDevice
      ? error : SystemError("drmSetMaster", Errno.permissionDenied)
  }

  /// Who cannot (a process that did not open the card itself, and has no CAP_SYS_ADMIN) stays master.
  func dropMaster() { drmDropMaster(descriptor.number) }

  /// The framebuffer that a CRTC shows, 0 for none; nil when the card does not answer.
  func framebuffer(of crtc: UInt32) -> UInt32? {
    guard let state = drmModeGetCrtc(descriptor.number, crtc) else { return nil }
    defer { drmModeFreeCrtc(state) }
    return state.pointee.buffer_id
  }

  /// The page flips that were seen since the last call.
  func flips() -> [drm_flip] {
    Array(unsafeUninitializedCapacity: 32) { buffer, count in
      count = Int(drm_read_flips(descriptor.number, buffer.baseAddress, 32))
    }
  }

  /// The cards of this machine in the order of their numbers.
  static func paths(in folder: Bytes = "/dev/dri") -> [Bytes] { File.numbered("card", in: folder) }
}

/// libdrm returns 0 or a negative error.
func drm(_ call: StaticString, _ result: Int32) throws(SystemError) {
  if result < 0 { throw SystemError(call, -result) }
}
