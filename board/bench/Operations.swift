import Images
import Raster
import Support

/// The operations of board/bench as loaderd draws them: on a screen of 1024x768 over one background colour.
private final class Operations {
  let surface: Surface
  let renderer = Renderer()
  let background = Color(0x303030)
  let operations: [[DrawOp]]

  init(_ pixels: UnsafeMutablePointer<UInt32>, _ text: UnsafePointer<UInt8>, _ pictures: UnsafePointer<UInt32>) {
    surface = Surface(pixels, width: 1024, height: 768, stride: 1024)
    let color = Paint.color(Color(0x3DAEE9))
    let mask = Mask(width: 500, height: 60, coverage: Array(UnsafeBufferPointer(start: text, count: 500 * 60)))
    let stops: [Gradient.Stop] = [
      Gradient.Stop(0, Color(0x606060)), Gradient.Stop(0.5, Color(0xFFFFFF)), Gradient.Stop(1, Color(0x606060)),
    ]
    let gradient = Gradient(
      .line(fromX: Fixed(200), fromY: Fixed(0), toX: Fixed(700), toY: Fixed(0)), stops: stops)
    func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0) -> Shape {
      let box = Box(minX: Fixed(x), minY: Fixed(y), maxX: Fixed(x + width), maxY: Fixed(y + height))
      return .box(box, radius: Fixed(radius))
    }
    func picture(_ index: Int) -> DrawOp {
      let pixels = Array(UnsafeBufferPointer(start: pictures + index * 65536, count: 65536))
      return DrawOp(
        box(300, 200, 256, 256), .picture(Picture(width: 256, height: 256, pixels: pixels), x: 300, y: 200))
    }
    // In the order of peers.c.
    operations = [
      [DrawOp(box(200, 500, 500, 80), color)],
      [DrawOp(box(200, 500, 500, 80, radius: 16), color)],
      [DrawOp(.mask(mask, x: 200, y: 300), .gradient(gradient))],
      [DrawOp(.mask(mask, x: 200, y: 300), color)],
      [picture(0)],
      [picture(1)],
      (0..<9).map { DrawOp(box(200.3 + Double($0) * 40.1, 600.6, 20, 20, radius: 10), color, opacity: 180) },
    ]
  }

  /// Draws an operation over the background, or only the background.
  func draw(_ index: Int, isEmpty: Bool) {
    // A row more than the operation covers, because a background that it hides is not painted.
    var region = Region()
    for drawOp in operations[index] {
      var bounds = drawOp.bounds
      bounds.maxY += 1
      region.add(bounds)
    }
    renderer.paint(isEmpty ? [] : operations[index], over: background, in: region, of: surface)
  }
}

nonisolated(unsafe) private var all: Operations?

/// `text` is a mask of 500x60 without padding, `pictures` are two of 256x256.
@c(bench_prepare)
public func prepare(
  _ screen: UnsafeMutablePointer<UInt32>, _ text: UnsafePointer<UInt8>, _ pictures: UnsafePointer<UInt32>
) { all = Operations(screen, text, pictures) }

@c(bench_draw)
public func draw(_ index: Int32, _ isEmpty: Bool) { all?.draw(Int(index), isEmpty: isEmpty) }

/// Writes the screen to a buffer of RGB565, with dithering.
@c(bench_convert)
public func convert(_ buffer: UnsafeMutableRawPointer) {
  guard let surface = all?.surface else { return }
  for y in 0..<surface.height {
    let row = Int(y) * surface.stride
    PixelFormat.rgb565.write(surface.pixels + row, count: 1024, to: buffer + row * 2, x: 0, y: y)
  }
}

/// The number of bytes of a PNG file of the screen.
@c(bench_png)
public func png() -> Int {
  guard let surface = all?.surface else { return 0 }
  let pixels = Array(UnsafeBufferPointer(start: surface.pixels, count: 1024 * 768))
  return PNG(PNG.Frame(width: 1024, height: 768, pixels: pixels), hasAlpha: false).bytes.count
}
