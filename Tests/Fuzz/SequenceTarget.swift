@testable import Images

extension Target {
  /// A packed sequence of pictures from a worker process, which reads files of strangers.
  static let sequence = Target("sequence") { bytes in
    guard let sequence = PictureSequence(bytes) else { return }
    // Frames in any order are the same as in their order.
    for index in Array(0..<min(sequence.count, 40)) + [sequence.count - 1, 0] {
      let picture = sequence.picture(index)
      require(picture.width == sequence.width && picture.height == sequence.height)
      let again = PictureSequence(bytes)?.picture(index)
      require(again.map { Array($0.pixels) } == Array(picture.pixels))
    }
  }
}
