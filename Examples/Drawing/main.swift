import Raster
import Scene
import Support
import Text

/// Draws a scene into memory and prints it, a character for two rows of pixels.
@LayerBuilder func scene(_ moment: Moment) -> some Layer {
  let turn = moment.loop(Time(seconds: 4))
  StrokedArc(from: turn, to: turn + 0.7, width: 4).fill(.white).frame(width: 44, height: 44)
  Label("Hi", TextStyle(size: 22, weight: 700)).fill(.white)
}

let side = 48
var pixels = [UInt32](repeating: 0, count: side * side)
var drawOps: [DrawOp] = []
scene(Moment(Time(seconds: 1))).place(
  in: Area(0, 0, Double(side), Double(side)), .center, Context(Typesetter(), scale: 1), into: &drawOps)
pixels.withUnsafeMutableBufferPointer { memory in
  guard let first = memory.baseAddress else { return }
  let surface = Surface(first, width: Int32(side), height: Int32(side), stride: side)
  Renderer().paint(drawOps, over: .black, in: Region(surface.bounds), of: surface)
}
for row in stride(from: 0, to: side, by: 2) {
  print(String((0..<side).map { pixels[row * side + $0] & 0xFF > 0x7F ? "#" : "." }))
}
