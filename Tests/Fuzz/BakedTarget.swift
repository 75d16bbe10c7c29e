import Baked
import Raster

extension Target {
  /// A baked file, whose size and checksum are made right: all other numbers in it are checked by themselves.
  static let baked = Target("baked") { bytes in
    guard let file = BakedFile(BakedFile.sealed(bytes)) else { return }
    var pixels = [UInt32](repeating: 0, count: 64 * 48)
    for screen in file.screens.prefix(3) {
      for time in [0, 1_234_567_890, 86_400_000_000_000] as [Int64] {
        for progress in [nil, 0, 100] as [Int?] {
          guard let frame = screen.frame(of: file, at: time, progress: progress, width: 64, height: 48) else {
            continue
          }
          require(frame.nextChange.map { $0 > time } ?? true)
          pixels.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            let surface = Surface(start, width: 64, height: 48, stride: 64)
            Renderer().paint(frame.drawOps, over: frame.background, in: Region(surface.bounds), of: surface)
          }
        }
      }
    }
  }
}
