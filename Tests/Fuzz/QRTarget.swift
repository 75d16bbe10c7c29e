import Scene
import Support
import Text

extension Target {
  /// The text of a QR code.
  static let qr = Target("qr") { bytes in
    guard let code = QRCode(Bytes(bytes), size: 0) else { return }
    // A point for each module and for those of the quiet zone: 21 for version 1, four more for each version.
    let size = code.size(offered: .unlimited, Context(Typesetter(), scale: 1))
    let side = Int(size.width) - 8
    require(size.width == size.height && (21...97).contains(side) && side % 4 == 1)
  }
}
