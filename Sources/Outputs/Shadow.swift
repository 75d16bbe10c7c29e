public import Linux
public import Raster

/// The picture in ordinary memory: frames are drawn here, and their damage is copied to buffers that may be slow to read.
public final class Shadow {
  public let width, height: Int32
  private let memory: Mapping
  private let canvas: Canvas
  private let painter = Painter()
  private var marks: [Mark] = []
  private var background = Color.black
  /// The rows that were ever drawn on; the others are black.
  private var drawn: Range<Int32> = 0..<0

  /// Starts black, and as zero pages: only what is drawn on takes memory.
  public init(width: Int32, height: Int32) throws(SystemError) {
    (self.width, self.height) = (width, height)
    memory = try Mapping(zeroed: max(1, Int(width) * Int(height) * 4))
    let pixels = memory.address.assumingMemoryBound(to: UInt32.self)
    canvas = Canvas(pixels, width: width, height: height, stride: Int(width))
  }

  public var bounds: Rect { canvas.bounds }

  /// Draws a frame; returns where it differs from the one before.
  public func draw(_ marks: [Mark], over background: Color) -> Region {
    let changed = background == self.background ? Region(from: self.marks, to: marks) : Region(bounds)
    let region = changed.intersection(bounds)
    (self.marks, self.background) = (marks, background)
    painter.paint(marks, over: background, in: region, of: canvas)
    let rows = region.bounds
    if !rows.isEmpty {
      drawn =
        drawn.isEmpty ? rows.minY..<rows.maxY : min(drawn.lowerBound, rows.minY)..<max(drawn.upperBound, rows.maxY)
    }
    return region
  }

  /// Copies the pixels of a region to a buffer with `pitch` bytes a row, whole rows in ascending order, never reading it.
  public func copy(_ region: Region, to buffer: UnsafeMutableRawPointer, pitch: Int) {
    for rect in region.rects {
      let count = Int(rect.width) * 4
      for y in Int(rect.minY)..<Int(rect.maxY) {
        let start = Int(rect.minX) * 4
        let target = buffer + (y * pitch + start)
        if drawn.contains(Int32(y)) {
          target.copyMemory(from: memory.address + (y * Int(width) * 4 + start), byteCount: count)
        } else {
          target.initializeMemory(as: UInt8.self, repeating: 0, count: count)  // reading would only map zero pages
        }
      }
    }
  }

  public var pixels: [UInt32] {
    Array(UnsafeBufferPointer(start: canvas.pixels, count: Int(width) * Int(height)))
  }
}
