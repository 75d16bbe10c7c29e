public import Support
public import System
public import Raster

/// The picture in ordinary memory: frames are drawn here, and their damage is copied to buffers that may be slow to read.
public final class BackBuffer {
  public let width, height: Int32
  private let memory: Mapping
  private let canvas: Surface
  private let renderer = Renderer()
  private var drawOps: [DrawOp] = []
  private var background = Color.black
  /// The rows that were ever drawn on; the others are black.
  private var drawn: Range<Int32> = 0..<0

  /// Starts black, and as zero pages: only what is drawn on takes memory.
  public init(width: Int32, height: Int32) throws(SystemError) {
    (self.width, self.height) = (width, height)
    memory = try Mapping(zeroed: max(1, Int(width) * Int(height) * 4))
    let pixels = memory.address.assumingMemoryBound(to: UInt32.self)
    canvas = Surface(pixels, width: width, height: height, stride: Int(width))
  }

  public var bounds: Rect { canvas.bounds }

  /// Draws a frame; returns where it differs from the one before.
  public func draw(_ drawOps: [DrawOp], over background: Color) -> Region {
    let changed = background == self.background ? Region(from: self.drawOps, to: drawOps) : Region(bounds)
    let region = changed.intersection(bounds)
    (self.drawOps, self.background) = (drawOps, background)
    renderer.paint(drawOps, over: background, in: region, of: canvas)
    let rows = region.bounds
    if !rows.isEmpty {
      drawn =
        drawn.isEmpty ? rows.minY..<rows.maxY : min(drawn.lowerBound, rows.minY)..<max(drawn.upperBound, rows.maxY)
    }
    return region
  }

  /// Copies the pixels of a region to a display's buffer with `pitch` bytes a row, turned and in its format, or where
  /// `channels` are given in that order.
  ///
  /// The buffer is never read. What lies in one byte with the region is copied too.
  public func copy(
    _ region: Region, to buffer: UnsafeMutableRawPointer, pitch: Int, format: PixelFormat = .xrgb8888,
    channels: Channels? = nil, rotation: Rotation = .none
  ) {
    let across = rotation.isSideways ? height : width
    for rect in region.rects {
      let area = format.wholeBytes(rotation.turned(rect, width: width, height: height), width: across)
      if rotation == .none {
        copyRows(of: area, to: buffer, pitch, format, channels)
      } else {
        copyTiles(of: area, to: buffer, pitch, format, channels, rotation)
      }
    }
  }

  private func copyRows(
    of area: Rect, to buffer: UnsafeMutableRawPointer, _ pitch: Int, _ format: PixelFormat, _ channels: Channels?
  ) {
    let count = Int(area.width)
    for y in area.minY..<area.maxY {
      let row = buffer + Int(y) * pitch
      // Reading rows that were never drawn on would only map zero pages.
      let source = drawn.contains(y) ? canvas.pixels + (Int(y) * Int(width) + Int(area.minX)) : nil
      if let channels {
        channels.write(source, count: count, to: row, x: area.minX, y: y)
      } else if let source {
        format.write(source, count: count, to: row, x: area.minX, y: y)
      } else {
        format.writeBlack(count: count, to: row, x: area.minX)
      }
    }
  }

  /// Turns squares in a small memory, so that neither the rows read nor those written fall out of the cache.
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

  /// Reads the part of the picture that is turned to `tile`.
  private func read(_ tile: Rect, _ rotation: Rotation, into pixels: UnsafeMutablePointer<UInt32>) {
    let (across, down) = rotation.isSideways ? (height, width) : (width, height)
    let area = rotation.inverse.turned(tile, width: across, height: down)
    let count = Int(area.width), rows = Int(area.height)
    // Where the first pixel of the first row goes, and from there the next pixel and the next row.
    let (start, pixel, row) =
      switch rotation {
      case .none: (0, 1, Tile.side)
      case .clockwise: (rows - 1, Tile.side, -1)
      case .half: ((rows - 1) * Tile.side + count - 1, -1, -Tile.side)
      case .counterclockwise: ((count - 1) * Tile.side, -Tile.side, 1)
      }
    for line in 0..<rows {
      let y = Int(area.minY) + line, target = pixels + (start + line * row)
      if drawn.contains(Int32(y)) {
        let source = canvas.pixels + (y * Int(width) + Int(area.minX))
        for index in 0..<count { target[index &* pixel] = source[index] }
      } else {
        for index in 0..<count { target[index &* pixel] = 0 }
      }
    }
  }

  public var pixels: [UInt32] {
    Array(UnsafeBufferPointer(start: canvas.pixels, count: Int(width) * Int(height)))
  }
}

/// Squares in which pixels are turned: a row of 32 is a whole line of the cache in 16 bits, too.
private enum Tile {
  static var side: Int { 32 }
}
