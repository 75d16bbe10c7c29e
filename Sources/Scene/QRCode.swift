internal import CQR
public import Raster
public import Support

/// A QR code (ISO/IEC 18004), black on a white tile. Each module is a whole number of pixels, which cameras read best.
public final class QRCode: Layer {
  /// The number of modules per side, without the quiet zone.
  private let side: Int
  /// The modules row by row; 1 is dark.
  private let modules: [UInt8]
  /// The approximate width and height, in points.
  private let width: Double
  /// The least number of pixels per module.
  private let leastScale: Int
  /// The magnified code in the scale of the last frame.
  private var mask: Mask?
  /// The quiet zone on each side, in modules.
  private static var margin: Int { 4 }

  /// A code about `size` points wide and high, with its quiet zone. Nil for a text that is empty or longer than 300
  /// bytes.
  public init?(_ text: Bytes, size: Double) {
    guard !text.isEmpty, text.count <= qr_text_limit else { return nil }
    var modules = [UInt8](repeating: 0, count: qr_side_limit * qr_side_limit)
    side = text.withCString { Int(qr_encode($0, &modules)) }
    if side == 0 { return nil }
    self.modules = Array(modules.prefix(side * side))
    width = size
    leastScale = 1
  }

  private init(_ other: QRCode, leastScale: Int) {
    (side, modules, width, self.leastScale) = (other.side, other.modules, other.width, leastScale)
  }

  /// The same code, with at least so many pixels per module, whatever its size.
  public func withModules(ofAtLeast pixels: Int) -> QRCode { QRCode(self, leastScale: pixels) }

  /// Pixels per module.
  private func scale(_ context: Context) -> Int {
    max(leastScale, Int((min(8192, width * context.scale) / Double(side + 2 * QRCode.margin)).rounded()))
  }

  /// The size of the code with its quiet zone, independent of the offered size.
  public func size(offered: Size, _ context: Context) -> Size {
    let width = Double((side + 2 * QRCode.margin) * scale(context)) / context.scale
    return Size(width, width)
  }

  /// Draws the tile and the code, with the area's top left corner rounded to a whole pixel.
  public func draw(in area: Area, _ context: Context, into drawOps: inout [DrawOp]) {
    let scale = scale(context), width = Int32(side * scale), margin = Int32(QRCode.margin * scale)
    let left = context.pixelX(area.x).rounded(), top = context.pixelY(area.y).rounded()
    guard abs(left) < 1e6, abs(top) < 1e6 else { return }
    if mask?.width != width { mask = magnified(by: scale) }
    guard let mask else { return }
    let end = Double(width + 2 * margin)
    let tile = Box(minX: Fixed(left), minY: Fixed(top), maxX: Fixed(left + end), maxY: Fixed(top + end))
    context.add(.box(tile, radius: Fixed(Double(2 * scale))), .color(.white), to: &drawOps)
    context.add(.mask(mask, x: Int32(left) + margin, y: Int32(top) + margin), .color(.black), to: &drawOps)
  }

  /// The dark modules as a mask with `scale` pixels per module.
  private func magnified(by scale: Int) -> Mask {
    var coverage: [UInt8] = []
    coverage.reserveCapacity(side * scale * side * scale)
    for y in 0..<side * scale {
      for x in 0..<side { for _ in 0..<scale { coverage.append(modules[y / scale * side + x] * 255) } }
    }
    return Mask(width: Int32(side * scale), height: Int32(side * scale), coverage: coverage)
  }
}
