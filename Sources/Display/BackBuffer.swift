public import Raster
public import Support
public import System

/// The picture of one output in ordinary memory.
///
/// Frames are drawn here, and only their damage is copied to the display's buffer: that memory is usually
/// write-combined, and reading it is 10 to 100 times slower than writing it.
public final class BackBuffer {
  /// Size in pixels, before rotation.
  public let width, height: Int32
  private let memory: Mapping
  private let surface: Surface
  private let renderer: Renderer
  private var drawOps: [DrawOp] = []
  private var background = Color.black
  /// Rows that were drawn on since the start; the others are black and their pages are not mapped yet.
  private var drawn: Range<Int32> = 0..<0

  /// Starts black. The pages are zero-filled on demand, so rows that are never drawn on take no memory. Throws ENOMEM
  /// (mmap(2)). `tones` are those of the display.
  public init(width: Int32, height: Int32, tones: Tones = .all) throws(SystemError) {
    renderer = Renderer(tones: tones)
    self.width = width
    self.height = height
    memory = try Mapping(zeroed: max(1, Int(width) * Int(height) * 4))
    let pixels = memory.address.assumingMemoryBound(to: UInt32.self)
    surface = Surface(pixels, width: width, height: height, stride: Int(width))
  }

  /// The whole picture: `(0, 0)` to `(width, height)`.
  public var bounds: Rect { surface.bounds }

  /// Draws a frame and returns its damage: the region that differs from the frame before. If `other` has the same
  /// frame, the damage is copied from it, which costs less than to draw most animations.
  public func draw(_ drawOps: [DrawOp], over background: Color, orCopyFrom other: BackBuffer? = nil) -> Region {
    let (drawOps, background) = renderer.reduced(drawOps, over: background, on: bounds)
    let changed = background == self.background ? Region(from: self.drawOps, to: drawOps) : Region(bounds)
    let region = changed.intersection(bounds)
    self.drawOps = drawOps
    self.background = background
    if let other, other.hasFrame(of: self) {
      for rect in region.rects { surface.copy(rect, from: other.surface) }
    } else {
      renderer.paint(drawOps, over: background, in: region, of: surface)
    }
    let rows = region.bounds
    if !rows.isEmpty {
      drawn =
        drawn.isEmpty ? rows.minY..<rows.maxY : min(drawn.lowerBound, rows.minY)..<max(drawn.upperBound, rows.maxY)
    }
    return region
  }

  /// Whether this picture is of the newest frame of `other`.
  private func hasFrame(of other: BackBuffer) -> Bool {
    bounds == other.bounds && renderer.tones == other.renderer.tones && background == other.background
      && drawOps == other.drawOps
  }

  /// Copies a region to a display's buffer, rotated and converted to the display's pixel format.
  ///
  /// The buffer is never read. `region` is in the picture's coordinates; where it ends inside a byte of the buffer
  /// (formats with less than 8 bits per pixel), the whole byte is written. `pitch` is in bytes per row. `channels`
  /// replaces `format` where the driver's bitfields match no known format. `wasBlack`: all bytes of the buffer were
  /// black before the first copy, so that rows which were never drawn on are not written: a write maps their pages.
  public func copy(
    _ region: Region, to buffer: UnsafeMutableRawPointer, pitch: Int, format: PixelFormat = .xrgb8888,
    channels: Channels? = nil, rotation: Rotation = .none, wasBlack: Bool = false
  ) {
    let across = rotation.isSideways ? height : width
    for rect in region.rects {
      let area = format.wholeBytes(rotation.turned(rect, width: width, height: height), width: across)
      if rotation == .none {
        copyRows(of: area, to: buffer, pitch, format, channels, wasBlack: wasBlack)
      } else {
        copyTiles(of: area, to: buffer, pitch, format, channels, rotation)
      }
    }
  }

  private func copyRows(
    of area: Rect, to buffer: UnsafeMutableRawPointer, _ pitch: Int, _ format: PixelFormat, _ channels: Channels?,
    wasBlack: Bool
  ) {
    let count = Int(area.width)
    var rows = area.minY..<area.maxY
    if wasBlack { rows = rows.clamped(to: drawn) }
    if channels == nil, rows.clamped(to: drawn) == rows {
      let source = surface.pixels + (Int(rows.lowerBound) * Int(width) + Int(area.minX))
      return format.write(
        source, stride: Int(width), rows: rows, count: count, to: buffer, pitch: pitch, x: area.minX)
    }
    for y in rows {
      let row = buffer + Int(y) * pitch
      // Reading rows that were never drawn on would map their zero pages.
      let source = drawn.contains(y) ? surface.pixels + (Int(y) * Int(width) + Int(area.minX)) : nil
      if let channels {
        channels.write(source, count: count, to: row, x: area.minX, y: y)
      } else if let source {
        format.write(source, count: count, to: row, x: area.minX, y: y)
      } else {
        format.writeBlack(count: count, to: row, x: area.minX)
      }
    }
  }

  /// Rotates square tiles in a small buffer, so that neither the rows that are read nor those that are written fall out
  /// of the cache.
  private func copyTiles(
    of area: Rect, to buffer: UnsafeMutableRawPointer, _ pitch: Int, _ format: PixelFormat, _ channels: Channels?,
    _ rotation: Rotation
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Tile.side * Tile.side) { pixels in
      guard let pixels = pixels.baseAddress else { return }
      var tile = Rect(0, area.minY, 0, area.minY)
      while tile.minY < area.maxY {
        tile.maxY = min(area.maxY, (tile.minY | Int32(Tile.side - 1)) + 1)
        tile.minX = area.minX
        while tile.minX < area.maxX {
          tile.maxX = min(area.maxX, (tile.minX | Int32(Tile.side - 1)) + 1)
          read(tile, rotation, into: pixels)
          for y in tile.minY..<tile.maxY {
            let source = pixels + Int(y - tile.minY) * Tile.side, row = buffer + Int(y) * pitch
            if let channels {
              channels.write(source, count: Int(tile.width), to: row, x: tile.minX, y: y)
            } else {
              format.write(source, count: Int(tile.width), to: row, x: tile.minX, y: y)
            }
          }
          tile.minX = tile.maxX
        }
        tile.minY = tile.maxY
      }
    }
  }

  /// Reads the part of the picture that is rotated to `tile` of the display's buffer.
  private func read(_ tile: Rect, _ rotation: Rotation, into pixels: UnsafeMutablePointer<UInt32>) {
    let (across, down) = rotation.isSideways ? (height, width) : (width, height)
    let area = rotation.inverse.turned(tile, width: across, height: down)
    let count = Int(area.width), rows = Int(area.height)
    // Index in the tile of the picture's first pixel, and the steps to the next pixel and to the next row.
    let (start, nextPixel, nextRow) =
      switch rotation {
      case .none: (0, 1, Tile.side)
      case .clockwise: (rows - 1, Tile.side, -1)
      case .half: ((rows - 1) * Tile.side + count - 1, -1, -Tile.side)
      case .counterclockwise: ((count - 1) * Tile.side, -Tile.side, 1)
      }
    for line in 0..<rows {
      let y = Int(area.minY) + line, target = pixels + (start + line * nextRow)
      if drawn.contains(Int32(y)) {
        let source = surface.pixels + (y * Int(width) + Int(area.minX))
        for index in 0..<count { target[index &* nextPixel] = source[index] }
      } else {
        for index in 0..<count { target[index &* nextPixel] = 0 }
      }
    }
  }

  /// A copy of the picture, 0x00RRGGBB, row by row.
  public var pixels: [UInt32] {
    Array(UnsafeBufferPointer(start: surface.pixels, count: Int(width) * Int(height)))
  }
}

/// Side of the square tiles of a rotated copy: 32 pixels of 16 bits fill one cache line of 64 bytes.
private enum Tile {
  static var side: Int { 32 }
}
