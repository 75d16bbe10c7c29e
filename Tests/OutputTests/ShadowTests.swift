import Outputs
import Raster
import Testing

@Suite struct ShadowTests {
  /// Two buffers that each take only what they lack show the shadow, whatever the order.
  @Test func buffersFollowByTheirAge() throws {
    let shadow = try Shadow(width: 64, height: 40)
    let pitch = 64 * 4 + 32
    var buffers = [[UInt8]](repeating: [UInt8](repeating: 0xEE, count: pitch * 40), count: 2)
    var stale = [Region](repeating: Region(shadow.bounds), count: 2)
    for step in 0..<30 {
      let box = Box(
        minX: Fixed(Double(step * 7 % 50)), minY: Fixed(Double(step % 30)), maxX: Fixed(Double(step * 7 % 50 + 9)),
        maxY: Fixed(Double(step % 30 + 6)))
      let background = step < 20 ? Color.black : Color(0x203040)
      let damage = shadow.draw([Mark(.box(box, radius: Fixed(2)), .color(.white))], over: background)
      for index in 0..<2 { stale[index].add(damage) }
      let back = step % 3 == 0 ? 1 : step % 2
      buffers[back].withUnsafeMutableBytes { shadow.copy(stale[back], to: $0.baseAddress!, pitch: pitch) }
      stale[back] = Region()
      for y in 0..<40 {
        let row = buffers[back][y * pitch..<y * pitch + 256].withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
        #expect(row == Array(shadow.pixels[y * 64..<y * 64 + 64]), "frame \(step) row \(y)")
        #expect(buffers[back][y * pitch + 256..<(y + 1) * pitch].allSatisfy { $0 == 0xEE })
      }
    }
  }

  @Test func aFrameLikeTheLastIsNoDamage() throws {
    let shadow = try Shadow(width: 8, height: 8)
    #expect(shadow.draw([], over: .black).isEmpty)
    #expect(shadow.draw([], over: .white).bounds == shadow.bounds)
    #expect(shadow.draw([], over: .white).isEmpty)
  }
}
